package dev.faultlab.capture.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which segment is new, sent again, late, a copy or missing. */
class SegmentsTest {

  private static TcpScene open() {
    return new TcpScene().handshake(7, 65_160, 7);
  }

  private static TcpSide server(TcpScene scene) {
    return scene.read().get(0).serverSide();
  }

  private static TcpSide client(TcpScene scene) {
    return scene.read().get(0).clientSide();
  }

  private static TcpScene answer(TcpScene scene, int ipId, long seq, int length) {
    return scene.serverIpId(ipId).server(seq, 1, Packet.ACK, 500, scene.stamps(), length);
  }

  /** The capture shows the second segment first: its number in the sender's count tells. */
  @Test
  void aSegmentThatWasSentEarlierIsLateAndNotSentAgain() {
    TcpSide side = server(answer(answer(open(), 11, 1001, 1000), 10, 1, 1000).data(1, 10));
    assertThat(side.volume().outOfOrder()).isEqualTo(1);
    assertThat(side.volume().retransmissions()).isZero();
    assertThat(side.volume().bytes()).isEqualTo(2000);
    TcpScene acknowledged = answer(answer(open(), 11, 1001, 1000), 10, 1, 1000);
    acknowledged.client(1, 2001, Packet.ACK, 502, acknowledged.stamps(), 0);
    assertThat(server(acknowledged).volume().unseenBytes()).isZero();
  }

  @Test
  void aSegmentThatWasSentLaterIsSentAgain() {
    TcpSide side = server(answer(answer(open(), 11, 1, 1000), 12, 1, 1000));
    assertThat(side.volume().retransmissions()).isEqualTo(1);
    assertThat(side.volume().outOfOrder()).isZero();
    assertThat(side.volume().bytes()).isEqualTo(1000);
    assertThat(side.volume().dataSegments()).isEqualTo(2);
  }

  /** The count wraps at 65536. */
  @Test
  void comparesNumbersAcrossTheirWrap() {
    TcpSide again = server(answer(answer(open(), 65_535, 1, 1000), 1, 1, 1000));
    assertThat(again.volume().retransmissions()).isEqualTo(1);
    TcpSide late = server(answer(answer(open(), 1, 1001, 1000), 65_535, 1, 1000));
    assertThat(late.volume().outOfOrder()).isEqualTo(1);
  }

  /** The same segment with the same number is one that the capture holds twice. */
  @Test
  void aCopyDoesNotCount() {
    TcpSide side = server(answer(answer(open(), 11, 1, 1000), 11, 1, 1000));
    assertThat(side.volume().dataSegments()).isEqualTo(1);
    assertThat(side.volume().segments()).isEqualTo(2);
    assertThat(side.volume().retransmissions()).isZero();
  }

  /** IPv6 has no number: then a copy is what comes within 200 us. */
  @ParameterizedTest
  @CsvSource({"false, 1", "true, 0"})
  void withoutANumberTimeTellsACopy(boolean atOnce, long repeats) {
    TcpScene scene = new TcpScene(true).handshake(7, 65_160, 7).data(1, 1000);
    scene.pause(atOnce ? -1 : 0).data(1, 1000);
    assertThat(scene.read().get(0).clientSide().volume().retransmissions()).isEqualTo(repeats);
  }

  /** One byte that was sent before, again and again (RFC 9293 3.8.4). */
  @Test
  void aKeepAliveIsNoRetransmission() {
    TcpScene scene = answer(answer(open(), 11, 1, 1000), 12, 1000, 1);
    assertThat(server(scene).volume().retransmissions()).isZero();
    assertThat(server(answer(scene, 13, 999, 1)).volume().retransmissions()).isEqualTo(1);
    assertThat(server(answer(answer(open(), 11, 1, 1000), 12, 999, 2)).volume().retransmissions())
        .isEqualTo(1);
  }

  /** Its first segment in the capture repeats the last number before it. */
  @Test
  void aKeepAliveOfAConnectionThatWasOpenBeforeIsNoGap() {
    TcpScene scene = new TcpScene();
    scene.client(999, 1, Packet.ACK, 502, scene.stamps(), 0);
    scene.server(1, 1000, Packet.ACK, 502, scene.stamps(), 0);
    assertThat(client(scene).volume().unseenBytes()).isZero();
    scene.data(1000, 10).data(1011, 10).ack(1021, 500);
    assertThat(client(scene).volume().unseenBytes()).as("but this is one").isEqualTo(1);
    TcpScene unanswered = new TcpScene();
    unanswered.client(999, 1, Packet.ACK, 502, unanswered.stamps(), 0);
    assertThat(client(unanswered.data(1000, 10).ack(1010, 9)).volume().unseenBytes()).isZero();
    TcpScene more = new TcpScene();
    more.client(998, 1, Packet.ACK, 502, more.stamps(), 0);
    assertThat(client(more.ack(1000, 500)).volume().unseenBytes()).isEqualTo(2);
  }

  @Test
  void aGapThatIsFilledLaterHidesNothing() {
    TcpScene scene = answer(open(), 11, 1001, 1000);
    scene.client(1, 2001, Packet.ACK, 502, scene.stamps(), 0);
    assertThat(server(scene).volume().unseenBytes()).isEqualTo(1000);
    answer(scene, 13, 1, 600);
    assertThat(server(scene).volume().unseenBytes()).isEqualTo(400);
    assertThat(server(scene).volume().bytes()).isEqualTo(1600);
    assertThat(server(scene).volume().retransmissions()).isEqualTo(1);
  }

  @Test
  void aSegmentThatGoesFurtherBringsTheRest() {
    TcpSide side = server(answer(answer(open(), 11, 1, 1000), 12, 501, 1000));
    assertThat(side.volume().bytes()).isEqualTo(1500);
    assertThat(side.volume().retransmissions()).isZero();
  }

  /** After 1000 bytes from number 1: what was acknowledged, and the segment that follows. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 1000, 1",
    "1, 501, 500, 0",
    "501, 1, 500, 0",
    "501, 501, 500, 1",
    "1, 1, 1500, 1",
    "1, 501, 1000, 0",
  })
  void aSegmentWithTheFirstUnacknowledgedByteRepeatsIt(
      int acknowledged, long seq, int length, int repetitions) {
    TcpScene scene = answer(open(), 11, 1, 1000);
    scene.client(1, acknowledged, Packet.ACK, 502, scene.stamps(), 0);
    assertThat(server(answer(scene, 12, seq, length)).delivery().last().stream())
        .extracting(TcpSide.Unacknowledged::repetitions)
        .isEqualTo(repetitions == 0 ? List.of() : List.of(repetitions));
  }

  /** Exactly a segment's size of room is room for one more. */
  @ParameterizedTest
  @CsvSource({"1460, 0", "1461, 1"})
  void theWindowLimitsWhereNoFullSegmentFits(int sent, long limited) {
    TcpScene scene = new TcpScene().handshake(7, 2920, 0).data(1, sent);
    assertThat(scene.read().get(0).clientSide().pace().windowLimited()).hasValue(limited);
  }

  /** A copy says nothing; a segment that is sent again may say something new. */
  @Test
  void aSegmentSentAgainTellsItsWindowAndACopyDoesNot() {
    TcpScene again = answer(open(), 11, 1, 1000);
    again.serverIpId(12).server(1, 1, Packet.ACK, 300, again.stamps(), 1000);
    assertThat(server(again).windows().orElseThrow().minRaw()).isEqualTo(300);
    assertThat(again.read(true).get(0).timeline()).hasSize(5);
    TcpScene copy = answer(answer(open(), 11, 1, 1000), 11, 1, 1000);
    assertThat(copy.read(true).get(0).timeline()).hasSize(4);
  }

  @Test
  void mostInFlightIsReachedWithTheFirstOfEqualFlights() {
    TcpScene scene = open().data(1, 1000).ack(1001, 500).data(1001, 1000).ack(2001, 500);
    TcpSide client = scene.read().get(0).clientSide();
    assertThat(client.pace().maxInFlight()).isEqualTo(1000);
    assertThat(client.pace().maxInFlightFrame()).isEqualTo(4);
  }

  /** Many at a time, all silent for long or half open, and those that live go on. */
  @Test
  void letsGoOfThoseThatAreSilentAndKeepsTheOthers() {
    TcpScene scene = new TcpScene();
    for (int i = 0; i < 400; i++) {
      scene.port(10_000 + i).client(0, 0, Packet.SYN, 64_240, Wire.synOptions(1460, 7), 0);
    }
    scene.port(20_000).handshake(7, 65_160, 7).data(1, 100);
    scene.pause(131_000);
    for (int i = 0; i < 700; i++) {
      scene.port(30_000 + i).handshake(7, 65_160, 7);
    }
    scene.port(20_000).data(101, 100);
    scene.port(10_000).client(0, 0, Packet.SYN, 64_240, Wire.synOptions(1460, 7), 0);
    List<TcpConnection> all = scene.read();
    // Silent for more than 130 s without an answer, so its ports are another connection's now.
    assertThat(all).hasSize(400 + 1 + 700 + 1);
    assertThat(all.stream().filter(c -> c.client().port() == 10_000)).hasSize(2);
    assertThat(all.stream().filter(c -> c.client().port() == 20_000))
        .singleElement()
        .satisfies(c -> assertThat(c.clientSide().volume().bytes()).isEqualTo(200));
    assertThat(all.stream().filter(c -> c.client().port() >= 30_000))
        .hasSize(700)
        .allMatch(TcpConnection::handshakeSeen);
  }

  /** Two hours is the keep-alive time. */
  @ParameterizedTest
  @CsvSource({"7100000, 1", "7300000, 2"})
  void aConnectionIsOverAfterTwoHoursOfSilence(long millis, int connections) {
    TcpScene scene = new TcpScene().port(20_000).handshake(7, 65_160, 7).data(1, 100);
    scene.pause(millis);
    for (int i = 0; i < 520; i++) {
      scene.port(30_000 + i).handshake(7, 65_160, 7);
    }
    scene.port(20_000).data(101, 100);
    assertThat(scene.read().stream().filter(c -> c.client().port() == 20_000)).hasSize(connections);
  }

  /** An option list that the snap length cuts hides what comes behind the cut, not before it. */
  @ParameterizedTest
  @CsvSource({
    "3, cut off, cut off, cut off",
    "4, 1460, cut off, cut off",
    "5, 1460, cut off, cut off",
    "6, 1460, 1, cut off",
    "19, 1460, 1, cut off",
    "20, 1460, 1, 1"
  })
  void tellsWhatTheSnapLengthCutOff(int kept, String mss, String sack, String scale) {
    Offer offer =
        new TcpScene()
            .snap(14 + 20 + 20 + kept)
            .handshake(7, 65_160, 1)
            .read()
            .get(0)
            .serverSide()
            .offer()
            .orElseThrow();
    assertThat(offer.options().mss()).hasToString(mss);
    assertThat(offer.options().sackPermitted()).hasToString(sack);
    assertThat(offer.options().windowScale()).hasToString(scale);
  }

  /**
   * Of so many bytes of a list: behind its end, or a length that cannot be one, nothing is an
   * option, so nothing was cut off either. RFC 7323 2.3: 14 is the largest scale.
   */
  @ParameterizedTest
  @CsvSource({
    "03010707 07070707, 4, absent",
    "020405b4 00000000, 6, absent",
    "03000707, 4, absent",
    "03c80707, 4, absent",
    "01010103, 4, absent",
    "0303c800, 4, 14",
    "03030f00, 4, 14"
  })
  void readsTheScaleOfABrokenList(String list, int kept, String scale) {
    byte[] options = Wire.hex(list);
    TcpScene scene = new TcpScene().snap(14 + 20 + 20 + kept).handshake(options, 1, options, 1);
    assertThat(scene.read().get(0).serverSide().offer().orElseThrow().options().windowScale())
        .hasToString(scale);
  }

  /** Segments that come late belong to the connection that was closed, for five seconds. */
  @ParameterizedTest
  @CsvSource({"4000, 1", "5001, 2"})
  void aClosedConnectionIsRememberedForStragglers(long millis, int connections) {
    TcpScene scene = new TcpScene().port(20_000).handshake(7, 65_160, 7);
    scene.server(1, 1, Packet.RST, 0, new byte[0], 0).pause(millis);
    for (int i = 0; i < 512; i++) {
      scene.port(30_000).data(1 + i, 1);
    }
    scene.port(20_000).data(1, 100);
    assertThat(scene.read().stream().filter(c -> c.client().port() == 20_000)).hasSize(connections);
  }
}
