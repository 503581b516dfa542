package dev.faultlab.capture.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the SYNs tell, and what is unknown where one is missing or repeated. */
class HandshakeTest {
  private static final int SYN_ACK = Packet.SYN | Packet.ACK;

  private static final String CONNECTING = "connecting 10.0.0.1 10.0.0.2 9092";

  private static TcpSide server(TcpScene scene) {
    return scene.read().get(0).serverSide();
  }

  private static TcpSide.Windows windows(TcpScene scene) {
    return server(scene).windows().orElseThrow();
  }

  private static TcpScene syn(TcpScene scene, int scale) {
    return scene.client(0, 0, Packet.SYN, 64_240, Wire.synOptions(1460, scale), 0);
  }

  /** Some stacks repeat a SYN without options: which one was answered is unknown. */
  @ParameterizedTest
  @CsvSource({"7, 3", "-1, ", "8, "})
  void aRepeatedSynMayOfferSomethingElse(int scale, Integer shift) {
    TcpScene scene = syn(syn(new TcpScene(), 7), scale);
    scene.server(0, 1, SYN_ACK, 65_160, Wire.synOptions(1460, 3), 0).ack(1, 500);
    if (shift == null) {
      assertThat(scene.read().get(0).clientSide().offer().orElseThrow().options().windowScale())
          .hasToString("cut off");
    } else {
      assertThat(windows(scene).shift()).hasValue(shift);
    }
  }

  /** A second answer with another number is another one; the first one's offer stays. */
  @Test
  void anotherAnswerDoesNotChangeTheOffer() {
    TcpScene scene = syn(new TcpScene(), 7);
    scene.server(0, 1, SYN_ACK, 65_160, Wire.synOptions(1460, 3), 0);
    scene.server(100, 1, SYN_ACK, 65_160, Wire.synOptions(1460, 5), 0).ack(1, 500);
    assertThat(windows(scene).shift()).hasValue(3);
  }

  /** Only the answer tells that scaling is off, whatever the SYN offers. */
  @Test
  void withoutAnAnswerTheScaleIsUnknown() {
    TcpScene scene = syn(new TcpScene(), -1).ack(1, 500);
    assertThat(windows(scene).shift()).isEmpty();
  }

  @Test
  void anAnswerThatWasCapturedFirstStillGivesTheEdge() {
    TcpScene scene = new TcpScene();
    scene.server(0, 1, SYN_ACK, 65_160, Wire.synOptions(1460, 3), 0);
    TcpSide.RightEdge edge = windows(syn(scene, 7).ack(1, 100)).edge().orElseThrow();
    assertThat(edge.shortSegments()).isEqualTo(1);
    assertThat(edge.largestShortfall()).isEqualTo(65_160 - 800);
  }

  /**
   * Less than three quarters of the handshake's window are short, if more than one step of the
   * scale is missing. A closed window is another matter.
   */
  @ParameterizedTest
  @CsvSource({
    "4000, 0, 3000, 0, 0",
    "4000, 0, 2999, 1, 1001",
    "4000, 0, 0, 0, 0",
    "512, 8, 1, 0, 0",
    "513, 8, 1, 1, 257",
  })
  void tellsAShortWindowFromARoundedOne(
      int ofSynAck, int scale, int window, long segments, long shortfall) {
    TcpScene scene = new TcpScene().handshake(7, ofSynAck, scale).ack(1, window);
    TcpSide.RightEdge edge = windows(scene).edge().orElseThrow();
    assertThat(edge.shortSegments()).isEqualTo(segments);
    assertThat(edge.largestShortfall()).isEqualTo(shortfall);
  }

  /** Without time stamps the IP identification tells which of two acknowledgements is newer. */
  @ParameterizedTest
  @CsvSource({"5, 6, 1", "5, 5, 1", "6, 5, 0", "5, 0, 1", "0, 40000, 1"})
  void theNewerWindowCounts(int id, int nextId, long limited) {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7).data(1, 20_000);
    scene.serverIpId(id).server(1, 20_001, Packet.ACK, 800, new byte[0], 0);
    scene.serverIpId(nextId).server(1, 20_001, Packet.ACK, 12, new byte[0], 0);
    assertThat(scene.data(20_001, 1448).read().get(0).clientSide().pace().windowLimited())
        .hasValue(limited);
  }

  /** Between equal ports the one that is seen first is taken for the client. */
  @Test
  void withoutAHandshakeTheHigherPortIsTheClients() {
    TcpScene equal = new TcpScene().port(9092).ack(1, 500);
    assertThat(equal.read().get(0).client()).hasToString("10.0.0.2:9092");
    TcpScene lower = new TcpScene().port(9091).data(1, 10);
    assertThat(lower.read().get(0).client()).hasToString("10.0.0.2:9092");
  }

  /** What was acknowledged before the capture began is not sent again. */
  @Test
  void anAcknowledgementTellsWhereTheOtherSideIs() {
    TcpSide.Volume volume =
        new TcpScene().ack(1001, 500).data(1, 1000).read().get(0).clientSide().volume();
    assertThat(volume.bytes()).isZero();
    assertThat(volume.retransmissions()).isEqualTo(1);
    TcpScene beyond = new TcpScene().handshake(7, 65_160, 7).data(1, 100).ack(301, 500);
    assertThat(beyond.read().get(0).clientSide().volume().unseenBytes()).isEqualTo(200);
  }

  /** The first segment of a connection that began before the capture. */
  @Test
  void theSilenceBeforeTheFirstSegmentIsThatOfTheCapture() {
    TcpScene scene = new TcpScene().port(40_001).data(1, 10).pause(2999);
    scene.port(40_000).data(1, 100).pause(200).data(1, 100);
    TcpSide.Unacknowledged last = scene.read().get(1).clientSide().delivery().last().orElseThrow();
    assertThat(last.idleNanos()).isEqualTo(3_000_000_000L);
  }

  @Test
  void oneConnectIsToldHoweverOftenTheSynComes() {
    assertThat(syn(syn(new TcpScene(), 7), 7).events()).containsExactly(CONNECTING);
    TcpScene answerFirst = new TcpScene();
    answerFirst.server(0, 1, SYN_ACK, 65_160, Wire.synOptions(1460, 3), 0);
    assertThat(answerFirst.events()).isEmpty();
    assertThat(syn(syn(answerFirst, 7), 7).events()).containsExactly(CONNECTING);
  }

  /** The end is told with the reset, before the next request of another connection. */
  @Test
  void aResetEndsTheRequestAtOnce() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7).data(1, 10);
    scene.server(1, 11, Packet.RST, 0, new byte[0], 0);
    scene.port(40_001).handshake(7, 65_160, 7).data(1, 10);
    assertThat(scene.events())
        .extracting(event -> event.split(" ")[0])
        .containsExactly("connecting", "begins", "ends", "connecting", "begins", "ends");
  }
}
