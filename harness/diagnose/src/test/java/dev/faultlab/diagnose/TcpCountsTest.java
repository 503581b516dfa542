package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.tcp.TcpConnection;
import dev.faultlab.capture.tcp.TcpScene;
import java.util.List;
import org.junit.jupiter.api.Test;

class TcpCountsTest {

  private static TcpCounts of(TcpScene scene) {
    return counts(scene.read());
  }

  private static TcpCounts counts(List<TcpConnection> connections) {
    TcpCounts.Counter counter = new TcpCounts.Counter();
    connections.forEach(counter::add);
    return counter.counts();
  }

  @Test
  void aWholeConnectionHidesNothing() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7).data(1, 100).ack(101, 500);
    assertThat(of(scene)).isEqualTo(new TcpCounts(1, 1, 0, 0, 0, 0, 0));
    List<TcpConnection> twice = List.of(scene.read().get(0), scene.read().get(0));
    assertThat(counts(twice)).isEqualTo(new TcpCounts(2, 2, 0, 0, 0, 0, 0));
  }

  @Test
  void dataWithoutAHandshakeWasSeenTooLate() {
    assertThat(of(new TcpScene().data(1, 100).ack(101, 500)))
        .isEqualTo(new TcpCounts(1, 0, 1, 0, 0, 0, 0));
  }

  @Test
  void oneDirectionAloneIsTold() {
    assertThat(of(new TcpScene().data(1, 100).data(101, 100)))
        .isEqualTo(new TcpCounts(1, 0, 1, 1, 0, 0, 0));
  }

  @Test
  void bytesThatWereAcknowledgedAndAreNotThereAreAGap() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7).data(1, 100).ack(301, 500);
    assertThat(of(scene)).isEqualTo(new TcpCounts(1, 1, 0, 0, 0, 200, 1));
  }

  @Test
  void optionsBehindTheSnapLengthAreUnknown() {
    TcpScene scene = new TcpScene().snap(14 + 20 + 20 + 8).handshake(7, 65_160, 1);
    assertThat(of(scene).optionsCutOff()).isEqualTo(1);
  }
}
