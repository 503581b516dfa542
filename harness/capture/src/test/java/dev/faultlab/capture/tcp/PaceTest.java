package dev.faultlab.capture.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.Wire;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a sender stops, and what it waits for. */
class PaceTest {

  private static TcpSide.Pace pace(TcpScene scene) {
    return scene.read().get(0).clientSide().pace();
  }

  /** One flight, its acknowledgement after some time, and the next flight after some more. */
  private static TcpScene flights(TcpScene scene, long waited, long paused) {
    scene.data(1, 1000).pause(waited - 1).ack(1001, 500);
    return scene.pause(paused - 1).data(1001, 1000);
  }

  /**
   * The round trip of the handshake is 2 ms, so that 4 ms after an acknowledgement is still at
   * once; longer only if the acknowledgement took as long.
   */
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "1, 4, 1", "1, 5, 0", "10, 10, 1", "10, 11, 0", "11, 10, 1"})
  void goesOnAtOnceAfterAnAcknowledgement(long waited, long paused, long resumed) {
    TcpScene scene = flights(new TcpScene().handshake(7, 65_160, 7), waited, paused);
    assertThat(pace(scene).resumed()).isEqualTo(resumed);
    assertThat(pace(scene).rounds()).isEqualTo(2);
  }

  /** Which SYN was answered is unknown, and so is the round trip. */
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "1, 2, 0"})
  void aRepeatedSynTellsNoRoundTrip(long waited, long paused, long resumed) {
    TcpScene scene = new TcpScene();
    scene.client(0, 0, Packet.SYN, 64_240, scene.stamps(), 0).handshake(7, 65_160, 7);
    assertThat(pace(flights(scene, waited, paused)).resumed()).isEqualTo(resumed);
  }

  /** Behind an answer, the next flight is the next request. */
  @Test
  void aFlightAfterAnAnswerIsNotTheRestOfOne() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7).data(1, 1000);
    scene.server(1, 1001, Packet.ACK, 500, scene.stamps(), 10).data(1001, 1000);
    assertThat(pace(scene).resumed()).isZero();
    scene.ack(2001, 500).data(2001, 1000);
    assertThat(pace(scene).resumed()).as("an answer counts once").isEqualTo(1);
  }

  /** What is acknowledged first ends the wait; the rest of the flight does not. */
  @Test
  void theFirstAcknowledgementOfAFlightEndsTheWait() {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7).data(1, 1000).data(1001, 1000);
    scene.ack(1001, 500).pause(9).ack(2001, 500).data(2001, 1000);
    assertThat(pace(scene).resumed()).isZero();
    assertThat(pace(scene).rounds()).isEqualTo(2);
  }

  /**
   * A window of 2920 bytes without scale, from number 1. A sender that stops within a segment's
   * size of its end stops for it, unless it ever goes beyond it.
   */
  @ParameterizedTest
  @CsvSource({
    "1460, 0, 0, 0",
    "1460, 1, 0, 1",
    "1460, 1460, 0, 1",
    "1460, 1460, 1, 0",
  })
  void countsStopsAtTheEndOfTheUnscaledWindow(int first, int second, int third, long stops) {
    TcpScene scene = new TcpScene().handshake(7, 2920, 7).data(1, first);
    if (second > 0) {
      scene.data(1 + first, second);
    }
    if (third > 0) {
      scene.data(1 + first + second, third);
    }
    assertThat(pace(scene).unscaledStops()).isEqualTo(stops);
  }

  /** After an acknowledgement the window is the one that it names, from where it stands. */
  @ParameterizedTest
  @CsvSource({"1, 0", "2, 1", "1461, 1", "1462, 0"})
  void theEndMovesWithEachAcknowledgement(int length, long stops) {
    TcpScene scene = new TcpScene().handshake(7, 65_160, 7).data(1, 1460).ack(1461, 2921);
    scene.data(1461, 1460).data(2921, length);
    assertThat(pace(scene).unscaledStops()).isEqualTo(stops);
  }

  /** An acknowledgement of the client is no data that the window could stop. */
  @Test
  void onlyDataIsLimitedByTheWindow() {
    TcpScene scene = new TcpScene().handshake(7, 2920, 0).data(1, 1461);
    scene.client(1462, 1, Packet.ACK, 502, scene.stamps(), 0);
    assertThat(pace(scene).windowLimited()).hasValue(1L);
  }

  /** The server's scale is known; the client's is not, and neither is its MSS. */
  @Test
  void theWindowOfASynAckWithoutItsSynLimitsTheClient() {
    TcpScene scene = new TcpScene();
    scene.server(0, 1, Packet.SYN | Packet.ACK, 2920, Wire.synOptions(1460, 0), 0).data(1, 2385);
    assertThat(pace(scene).windowLimited()).hasValue(1L);
    assertThat(scene.read().get(0).clientSide().windows().orElseThrow().shift()).isEmpty();
  }

  /** An MSS of 0 says nothing: 536 bytes are the least (RFC 9293 3.7.1). */
  @Test
  void withoutAnMssASegmentIsOfTheLeastSize() {
    byte[] options = Wire.synOptions(0, 0);
    TcpScene scene = new TcpScene().handshake(options, 2920, options, 502);
    assertThat(pace(scene.data(1, 2384)).windowLimited()).hasValue(0L);
    assertThat(pace(scene.data(2385, 1)).windowLimited()).hasValue(1L);
  }
}
