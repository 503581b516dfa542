package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.tcp.TcpScene;
import java.util.List;
import org.junit.jupiter.api.Test;

class TcpCountsTest {

  private static List<Long> of(TcpScene scene, int times) {
    TcpCounts counts = new TcpCounts();
    for (int n = 0; n < times; n++) {
      scene.read().forEach(counts::add);
    }
    return List.of(
        counts.connections,
        counts.handshakes,
        counts.withoutHandshake,
        counts.oneDirection,
        counts.optionsCutOff,
        counts.unseenBytes,
        counts.withGaps);
  }

  @Test
  void countsWhatCannotBeSeen() {
    TcpScene whole = new TcpScene().handshake(7, 65_160, 7).data(1, 100).ack(101, 500);
    assertThat(of(whole, 1)).containsExactly(1L, 1L, 0L, 0L, 0L, 0L, 0L);
    assertThat(of(whole, 2)).containsExactly(2L, 2L, 0L, 0L, 0L, 0L, 0L);
    TcpScene late = new TcpScene().data(1, 100).ack(101, 500);
    assertThat(of(late, 1)).containsExactly(1L, 0L, 1L, 0L, 0L, 0L, 0L);
    TcpScene oneDirection = new TcpScene().data(1, 100).data(101, 100);
    assertThat(of(oneDirection, 1)).containsExactly(1L, 0L, 1L, 1L, 0L, 0L, 0L);
    TcpScene gap = new TcpScene().handshake(7, 65_160, 7).data(1, 100).ack(301, 500);
    assertThat(of(gap, 1)).containsExactly(1L, 1L, 0L, 0L, 0L, 200L, 1L);
    TcpScene cut = new TcpScene().snap(14 + 20 + 20 + 8).handshake(7, 65_160, 1);
    assertThat(of(cut, 1).get(4)).isEqualTo(1);
  }
}
