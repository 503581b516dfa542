package dev.faultlab.capture.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Packet;
import dev.faultlab.capture.Wire;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** DNS over TCP, however the messages are cut into segments. */
class DnsStreamsTest {
  private static final int ACK = Packet.ACK;
  private static final byte[] QUERIES =
      Wire.join(message(1, "one.lab"), message(2, "two.lab"), message(3, "three.lab"));

  private final DnsScene scene = new DnsScene();
  private double ms;

  private static byte[] message(int id, String name) {
    byte[] query = Wire.dnsQuery(id, name, DnsScene.A);
    return Wire.join(Wire.u16(query.length), query);
  }

  private void segment(long sequence, int flags, byte[] payload) {
    byte[] tcp = Wire.tcp(7, 53, sequence, 1, flags, 500, new byte[0], payload);
    scene.raw(ms++, Wire.ethernet(Wire.ipv4("10.0.0.1", "10.0.0.53", 6, 1, tcp)));
  }

  private void bytes(int from, int to) {
    segment(1001L + from, ACK, Arrays.copyOfRange(QUERIES, from, to));
  }

  private void handshake() {
    segment(1000, Packet.SYN, new byte[0]);
  }

  private void asksThreeNames() {
    assertThat(scene.read().exchanges())
        .extracting(DnsExchange::name)
        .containsExactly("one.lab", "two.lab", "three.lab");
  }

  @Test
  void severalInOneSegment() {
    handshake();
    bytes(0, QUERIES.length);
    asksThreeNames();
  }

  @Test
  void severalInOneSegmentOfAConnectionThatIsOlderThanTheCapture() {
    bytes(0, QUERIES.length);
    asksThreeNames();
  }

  @Test
  void byteByByte() {
    handshake();
    for (int at = 0; at < QUERIES.length; at++) {
      bytes(at, at + 1);
    }
    asksThreeNames();
    assertThat(scene.read().exchanges().get(0).frame())
        .as("stands where it became whole")
        .isEqualTo(1 + message(1, "one.lab").length);
  }

  @Test
  void outOfOrderAndRepeated() {
    handshake();
    bytes(20, 40);
    bytes(30, 60);
    bytes(0, 10);
    bytes(5, 25);
    bytes(5, 25);
    bytes(60, QUERIES.length);
    bytes(0, QUERIES.length);
    asksThreeNames();
  }

  @Test
  void acrossTheEndOfSequenceNumbers() {
    segment(0xffff_fff0L, Packet.SYN, new byte[0]);
    segment(0xffff_fff1L, ACK, Arrays.copyOf(QUERIES, 30));
    segment(15, ACK, Arrays.copyOfRange(QUERIES, 30, QUERIES.length));
    asksThreeNames();
  }

  @Test
  void whatIsMissingInTheMiddleEndsItUntilAMessageBeginsAgain() {
    handshake();
    bytes(0, 10);
    // 64 KiB later nobody will send the missing part any more.
    for (int i = 1; i < 80; i++) {
      segment(1001L + i * 1000, ACK, new byte[1000]);
    }
    segment(90_000, ACK, QUERIES);
    asksThreeNames();
  }

  @Test
  void saysWhatTheSnapLengthCut() {
    handshake();
    scene.snap(14 + 20 + 20 + 20);
    bytes(0, QUERIES.length);
    DnsSummary summary = scene.read();
    assertThat(summary.exchanges()).isEmpty();
    assertThat(summary.counts().cutOff()).isEqualTo(1);
  }
}
