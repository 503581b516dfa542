package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.tcp.TcpScene;
import java.util.List;
import org.junit.jupiter.api.Test;

class TcpCountsTest {
  private static final Address CLIENT = Address.v4(1);

  private static TcpConnection gap(Address client, long sinceNanos, long untilNanos) {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7).data(1, 100).ack(301, 500);
    TcpConnection tcp = scene.read().get(0);
    TcpSide side = tcp.clientSide();
    return new TcpConnection(
        new Endpoint(client, 9),
        tcp.server(),
        new TcpSide(
            side.offer(),
            new TcpSide.Volume(9, 9, 9, 200, sinceNanos, untilNanos, 0, 0, 0),
            side.windows(),
            side.pace(),
            side.delivery(),
            side.closing()),
        tcp.serverSide(),
        tcp.opening(),
        tcp.ending(),
        tcp.timeline());
  }

  @Test
  void knowsWhenBytesOfAHostAreMissing() {
    TcpCounts counts = new TcpCounts();
    counts.add(gap(CLIENT, 10, 20));
    counts.add(gap(CLIENT, 40, 50));
    counts.add(gap(CLIENT, 15, 30));
    counts.add(gap(Address.v4(2), 33, 34));
    assertThat(counts.hasGapOf(CLIENT, 0, 9)).isFalse();
    assertThat(counts.hasGapOf(CLIENT, 0, 10)).isTrue();
    assertThat(counts.hasGapOf(CLIENT, 30, 31)).isTrue();
    assertThat(counts.hasGapOf(CLIENT, 31, 39)).isFalse();
    assertThat(counts.hasGapOf(CLIENT, 31, 100)).isTrue();
    assertThat(counts.hasGapOf(CLIENT, 51, 100)).isFalse();
    assertThat(counts.hasGapOf(gap(CLIENT, 1, 2).server().address(), 33, 33)).isTrue();
  }

  /** Of so many, any may be at any time. */
  @Test
  void remembersTenThousandGaps() {
    TcpCounts counts = new TcpCounts();
    TcpConnection gap = gap(CLIENT, 10, 20);
    for (int n = 1; n < 10_000; n++) {
      counts.add(gap);
    }
    assertThat(counts.hasGapOf(CLIENT, 30, 40)).isFalse();
    counts.add(gap);
    assertThat(counts.hasGapOf(CLIENT, 30, 40)).isTrue();
  }

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
