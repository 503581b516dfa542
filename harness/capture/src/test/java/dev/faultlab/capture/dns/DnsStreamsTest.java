package dev.faultlab.capture.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsSummary;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    segment(7, sequence, flags, payload);
  }

  private void segment(int port, long sequence, int flags, byte[] payload) {
    byte[] tcp = Wire.tcp(port, 53, sequence, 1, flags, 500, new byte[0], payload);
    scene.raw(ms++, Wire.ethernet(Wire.ipv4("10.0.0.1", "10.0.0.53", 6, 1, tcp)));
  }

  private void fromServer(long sequence, int flags, byte[] payload) {
    byte[] tcp = Wire.tcp(53, 7, sequence, 1, flags, 500, new byte[0], payload);
    scene.raw(ms++, Wire.ethernet(Wire.ipv4("10.0.0.53", "10.0.0.1", 6, 1, tcp)));
  }

  private void bytes(int from, int to) {
    segment(1001L + from, ACK, Arrays.copyOfRange(QUERIES, from, to));
  }

  private void handshake() {
    segment(1000, Packet.SYN, new byte[0]);
  }

  private void asksThreeNames() {
    assertThat(scene.read().exchanges())
        .extracting(each -> each.question().id() + " " + each.name())
        .containsExactly("1 one.lab", "2 two.lab", "3 three.lab");
  }

  /** Segments with so many of the bytes, S for a SYN; behind / how many of them were captured. */
  private void play(String steps) {
    for (String step : steps.split(" ")) {
      if (step.equals("S")) {
        handshake();
        continue;
      }
      String[] range = step.split("[-/]");
      scene.snap(range.length > 2 ? 14 + 20 + 20 + Integer.parseInt(range[2]) : 65_535);
      bytes(Integer.parseInt(range[0]), Math.min(QUERIES.length, Integer.parseInt(range[1])));
    }
  }

  /** The last two of them without the beginning of the connection. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "S 0-99",
        "S 20-40 30-60 60-99 0-10 5-25",
        "S 0-25 5-25 0-25 20-99",
        "0-99",
        "0-30 30-40 0-99"
      })
  void howeverTheyAreCut(String steps) {
    play(steps);
    asksThreeNames();
  }

  /**
   * Two messages in one segment, then the third; and others. Where a message's length is not in the
   * capture, the messages cannot be told apart until one begins with a segment.
   */
  @ParameterizedTest
  @CsvSource({
    "S 0-54/20 54-60 60-99, 0, 1",
    "S 0-54/27 54-60 60-99, 1, 0",
    "S 0-54/28 54-60 60-99, 1, 0",
    "S 0-54/29 54-60 60-99, 2, 1",
    "S 0-54/53 54-60 60-99, 2, 1",
    "S 0-54/54 54-60 60-99, 3, 0",
    "S 0-27/20 27-50 50-99, 2, 1",
    "S 0-54/20 54-99, 1, 1",
    "S 0-28/27 28-60 60-99, 1, 0",
    // What came too early, and what is sent again, may be cut too.
    "S 20-50/5 0-30 50-99, 1, 1",
    "S 0-10 0-27/20 27-54, 1, 1",
    // The connection is older than the capture, which has nothing of its query but the length.
    "0-27/2, 0, 1"
  })
  void saysWhatTheSnapLengthCut(String steps, int messages, int cutOff) {
    play(steps);
    DnsSummary summary = scene.read();
    assertThat(summary.exchanges()).hasSize(messages);
    assertThat(summary.counts().unreadable().cutOff()).isEqualTo(cutOff);
    assertThat(summary.counts().unreadable().malformed()).isZero();
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

  /** What came too early is let go when it is used: only what waits counts against the bound. */
  @Test
  void longLivedWithManyOutOfOrder() {
    byte[] padded = Wire.join(Wire.dnsQuery(1, "one.lab", DnsScene.A), new byte[973]);
    byte[] prefixed = Wire.join(Wire.u16(padded.length), padded);
    handshake();
    segment(1001, ACK, Arrays.copyOf(prefixed, 500));
    byte[] moved = Wire.join(Arrays.copyOfRange(prefixed, 500, 1000), Arrays.copyOf(prefixed, 500));
    for (int i = 0; i < 200; i += 2) {
      segment(1501 + (i + 1) * 1000, ACK, moved);
      segment(1501 + i * 1000, ACK, moved);
    }
    assertThat(scene.read().counts().queries()).isEqualTo(200);
  }

  @Test
  void aLongAnswerInTwoParts() {
    String[] addresses = new String[60];
    Arrays.setAll(addresses, i -> "10.0.0." + i);
    byte[] query = message(1, "one.lab");
    byte[] answer = Wire.dnsAnswer(1, "one.lab", DnsScene.A, 0, 30, addresses);
    byte[] reply = Wire.join(Wire.u16(answer.length), answer);
    handshake();
    segment(1001, ACK, query);
    fromServer(1, Packet.SYN | ACK, new byte[0]);
    fromServer(2, ACK, Arrays.copyOf(reply, 400));
    fromServer(402, ACK, Arrays.copyOfRange(reply, 400, reply.length));
    DnsExchange only = scene.read().exchanges().get(0);
    assertThat(only.answer().orElseThrow().addresses()).hasSize(60);
    assertThat(only.client()).hasToString("10.0.0.1:7");
    assertThat(only.origin()).isEqualTo(DnsExchange.Origin.LOOKUP);
  }

  @Test
  void twoConnectionsOfOneClientTakingTurns() {
    handshake();
    byte[] other = message(9, "other.lab");
    segment(8, 500, Packet.SYN, new byte[0]);
    bytes(0, 40);
    segment(8, 501, ACK, Arrays.copyOf(other, 20));
    bytes(40, QUERIES.length);
    segment(8, 521, ACK, Arrays.copyOfRange(other, 20, other.length));
    assertThat(scene.read().exchanges())
        .extracting(each -> each.question().id() + " " + each.name())
        .containsExactly("1 one.lab", "2 two.lab", "3 three.lab", "9 other.lab");
  }

  @Test
  void neitherAPartNorAKeepAliveNorAHeaderThatIsTooShortIsTakenForABeginning() {
    bytes(0, 30);
    bytes(30, 40);
    segment(1000, ACK, new byte[0]);
    segment(1001, ACK, new byte[13]);
    bytes(0, QUERIES.length);
    asksThreeNames();
    assertThat(scene.read().counts().unreadable().malformed()).isZero();
  }

  @Test
  void aHeaderIsTheShortestMessage() {
    segment(1001, ACK, Wire.join(Wire.u16(12), new byte[12]));
    assertThat(scene.read().counts().unreadable().malformed()).isEqualTo(1);
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
  void aMessageOfNoBytesIsMalformed() {
    handshake();
    segment(1001, ACK, Wire.u16(0));
    assertThat(scene.read().counts().unreadable().malformed()).isEqualTo(1);
  }
}
