package dev.faultlab.capture.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DNS over TCP in little memory: which connections are followed, and what is reported. */
class DnsStreamsMemoryTest {
  private static final byte[] QUERY = Wire.dnsQuery(1, "one.lab", DnsScene.A);
  private static final byte[] MESSAGE = Wire.join(Wire.u16(QUERY.length), QUERY);
  private static final int HALF = 12;

  private final DnsScene scene = new DnsScene();
  private double ms;

  /** Memory with so many bytes for DNS over TCP. */
  private static MemoryBudget budget(long bytes) {
    return new MemoryBudget(bytes * 50);
  }

  private void segment(int port, int offset, int flags, byte[] payload) {
    byte[] tcp = Wire.tcp(port, 53, 1001 + offset, 1, flags, 500, new byte[0], payload);
    scene.raw(ms++, Wire.ethernet(Wire.ipv4("10.0.0.1", "10.0.0.53", 6, 1, tcp)));
  }

  private void opens(int port) {
    segment(port, -1, Packet.SYN, new byte[0]);
  }

  private void sends(int port, int offset, int length) {
    segment(port, offset, Packet.ACK, new byte[length]);
  }

  private void sendsMessage(int port, int from, int to) {
    segment(port, from, Packet.ACK, Arrays.copyOfRange(MESSAGE, from, to));
  }

  private void opensAndSendsHalf(int connections) {
    for (int port = 1; port <= connections; port++) {
      opens(port);
      sendsMessage(port, 0, HALF);
    }
  }

  /** Each takes 912 bytes: of eleven, the one that was silent longest is let go. */
  @Test
  void followsAsManyConnectionsAsFit() {
    opensAndSendsHalf(11);
    for (int port = 1; port <= 11; port++) {
      sendsMessage(port, HALF, MESSAGE.length);
    }
    MemoryBudget budget = budget(10_000);
    assertThat(scene.read(budget).exchanges())
        .extracting(each -> each.client().port())
        .containsExactly(2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    assertThat(budget.drops(Part.STREAMS)).isEqualTo(1);
  }

  /** What each had sent: only a part of a message is lost with its connection. */
  @ParameterizedTest
  @CsvSource({"0, 0, 0", "0, 27, 0", "0, 12, 1", "12, 27, 1"})
  void reportsConnectionsThatAreLetGoAmidAMessage(int from, int to, long reported) {
    opens(1);
    sendsMessage(1, from, to);
    opens(2);
    MemoryBudget budget = budget(1_500);
    scene.read(budget);
    assertThat(budget.drops(Part.STREAMS)).isEqualTo(reported);
  }

  @ParameterizedTest
  @CsvSource({"1024, 1", "1025, 0"})
  void followsAtMost1024Connections(int connections, int read) {
    opensAndSendsHalf(connections);
    sendsMessage(1, HALF, MESSAGE.length);
    assertThat(scene.read().exchanges()).hasSize(read);
  }

  @Test
  void nothingIsLeftOfAConnectionThatIsReset() {
    opens(1);
    opens(1);
    sendsMessage(1, 0, HALF);
    sends(1, 100, 50);
    segment(1, HALF, Packet.RST, new byte[0]);
    sendsMessage(1, HALF, MESSAGE.length);
    MemoryBudget budget = budget(10_000);
    assertThat(scene.read(budget).exchanges()).isEmpty();
    assertThat(budget.tryReserve(Part.STREAMS, 10_000)).isTrue();
    assertThat(budget.tryReserve(Part.STREAMS, 1)).isFalse();
  }

  /** Segments that wait for an earlier one; each takes 150 bytes and its length. */
  @ParameterizedTest
  @CsvSource({"10, 56, 0", "10, 57, 1", "100, 36, 0", "100, 37, 1"})
  void segmentsThatCameTooEarlyNeedMemory(int length, int segments, long reported) {
    opens(1);
    for (int i = 0; i < segments; i++) {
      sends(1, 5 + i * length, length);
    }
    MemoryBudget budget = budget(10_000);
    scene.read(budget);
    assertThat(budget.drops(Part.STREAMS)).isEqualTo(reported);
  }

  /** The first bytes of a long message; the room for it doubles. */
  @ParameterizedTest
  @CsvSource({"512, 912, 0", "513, 912, 1", "513, 1422, 1", "513, 1424, 0", "2000, 2400, 0"})
  void aMessageThatIsNotCompleteNeedsMemory(int length, long bytes, long reported) {
    opens(1);
    segment(1, 0, Packet.ACK, Wire.join(Wire.u16(3_000), new byte[length - 2]));
    MemoryBudget budget = budget(bytes);
    scene.read(budget);
    assertThat(budget.drops(Part.STREAMS)).isEqualTo(reported);
  }

  /** 64 KiB may wait for a missing segment; what waited before and was used does not count. */
  @ParameterizedTest
  @CsvSource({"65536, 0", "65537, 1"})
  void givesUpAConnectionOfWhichTooMuchWaits(int bytes, long reported) {
    opens(1);
    sendsMessage(1, HALF, MESSAGE.length);
    sendsMessage(1, 0, HALF);
    segment(1, MESSAGE.length, Packet.ACK, MESSAGE);
    for (int at = 0; at < bytes; at += 1024) {
      sends(1, 1000 + at, Math.min(1024, bytes - at));
    }
    MemoryBudget budget = new MemoryBudget();
    assertThat(scene.read(budget).exchanges()).hasSize(1);
    assertThat(budget.drops(Part.STREAMS)).isEqualTo(reported);
  }

  @Test
  void aSegmentThatIsRepeatedWhileItWaitsCountsOnce() {
    opens(1);
    for (int i = 0; i < 6_000; i++) {
      sendsMessage(1, HALF, MESSAGE.length);
    }
    sendsMessage(1, 0, HALF);
    MemoryBudget budget = new MemoryBudget();
    assertThat(scene.read(budget).exchanges()).hasSize(1);
    assertThat(budget.drops(Part.STREAMS)).isZero();
  }
}
