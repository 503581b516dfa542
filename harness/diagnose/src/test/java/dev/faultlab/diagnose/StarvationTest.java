package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.tcp.TcpScene;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How short a sender has to be kept before small windows are suspected. */
class StarvationTest {

  private static boolean looksLikeIt(TcpScene scene) {
    return Starvation.isSuspected(scene.read().get(0));
  }

  /** So many segments, each acknowledged before the next, but for those that go in pairs. */
  private static TcpScene stopAndGo(int segments, int pairs, int length, int... windows) {
    StringBuilder steps = new StringBuilder();
    for (int i = 0; i < segments; i++) {
      // A pair has one acknowledgement.
      boolean acknowledged = i >= 2 * pairs || i % 2 == 1;
      steps.append(" >" + length + (acknowledged ? " a" + windows[i % windows.length] : ""));
    }
    return new TcpScene().play(steps.toString());
  }

  @ParameterizedTest
  @CsvSource({"10, 0, true", "9, 0, false"})
  void takesTenSegments(int segments, int pairs, boolean starved) {
    assertThat(looksLikeIt(stopAndGo(segments, pairs, 1000, 1000))).isEqualTo(starved);
  }

  /** Two pairs among ten segments are eight rounds. */
  @ParameterizedTest
  @CsvSource({"2, true", "3, false"})
  void takesARoundForFourSegmentsOfFive(int pairs, boolean starved) {
    assertThat(looksLikeIt(stopAndGo(10, pairs, 1000, 2000))).isEqualTo(starved);
  }

  @ParameterizedTest
  @CsvSource({
    "500, 999, true",
    // A window that doubles is one that opens and closes.
    "500, 1000, false",
    "0, 999, false",
    "1, 1, true"
  })
  void takesAConstantWindow(int small, int large, boolean starved) {
    assertThat(looksLikeIt(stopAndGo(10, 0, Math.max(1, large), small, large))).isEqualTo(starved);
  }

  /** At scale 1 a raw window of 1000 is 2000 bytes; a segment of 1460 would have fitted in. */
  @ParameterizedTest
  @CsvSource({"1000, true", "1001, true", "540, false", "541, true", "2000, true"})
  void takesASenderThatFillsTheWindowAtSomeScale(int bytes, boolean starved) {
    assertThat(looksLikeIt(stopAndGo(10, 0, bytes, bytes == 540 ? 2000 : 1000))).isEqualTo(starved);
  }

  /** Also at the largest scale of RFC 7323, by which a window of 1 is 16384 bytes. */
  @ParameterizedTest
  @CsvSource({"16384, true", "16385, false"})
  void knowsAllScales(int bytes, boolean starved) {
    assertThat(looksLikeIt(stopAndGo(10, 0, bytes, 1))).isEqualTo(starved);
  }

  @ParameterizedTest
  @CsvSource({"4095, true", "4096, false"})
  void takesASmallWindow(int window, boolean starved) {
    assertThat(looksLikeIt(stopAndGo(10, 0, window, window))).isEqualTo(starved);
  }

  /** Forty small exchanges, each answered before the next: nobody is kept short. */
  @Test
  void doesNotTakeExchangesForIt() {
    TcpScene scene = new TcpScene();
    for (int i = 0; i < 40; i++) {
      scene.data(1 + i * 300, 300);
      scene.server(1 + i * 200, 301 + i * 300, Packet.ACK, 501, scene.stamps(), 200);
    }
    assertThat(looksLikeIt(scene)).isFalse();
    assertThat(Diagnosing.of(scene.toBytes()).undecided()).isEmpty();
  }

  /** Messages at an interval: who has no more to send stops as well. */
  @ParameterizedTest
  @CsvSource({"0, true", "20, false"})
  void takesASenderThatGoesOnAtOnce(long pauseMs, boolean starved) {
    TcpScene scene = new TcpScene();
    for (int i = 0; i < 12; i++) {
      scene.data(1 + i * 300, 300).ack(301 + i * 300, 501).pause(pauseMs);
    }
    assertThat(looksLikeIt(scene)).isEqualTo(starved);
  }

  /** A window of 502 at scale 7 is 64256 bytes; each segment fills 502, or much of it. */
  private static Diagnosis atUnscaledWindow(int length, long pauseMs, boolean beyond, int scale) {
    TcpScene scene = new TcpScene().handshake(scale, 65_160, 7);
    long sent = 1;
    for (int i = 0; i < 12; i++, sent += length) {
      scene.server(sent, 1, Packet.ACK, 509, scene.stamps(), length);
      if (beyond && i == 5) {
        sent += length;
        scene.server(sent, 1, Packet.ACK, 509, scene.stamps(), length);
      }
      scene.client(1, sent + length, Packet.ACK, 502, scene.stamps(), 0).pause(pauseMs);
    }
    return Diagnosing.of(scene.toBytes());
  }

  @ParameterizedTest
  @CsvSource({
    "502, 0, false, 7, true",
    "400, 0, false, 7, true",
    // Far from the end of that window, at an interval, beyond it once, or without a scale to lose.
    "200, 0, false, 7, false",
    "502, 20, false, 7, false",
    "502, 0, true, 7, false",
    "502, 0, false, 0, false"
  })
  void mentionsASenderThatStopsAtTheUnscaledWindow(
      int length, long pauseMs, boolean beyond, int scale, boolean mentioned) {
    Diagnosis diagnosis = atUnscaledWindow(length, pauseMs, beyond, scale);
    assertThat(diagnosis.findings()).isEmpty();
    assertThat(diagnosis.undecided())
        .extracting(Diagnosis.Suspicion::why)
        .hasSize(mentioned ? 1 : 0)
        .allMatch(why -> why.contains("would end without scaling"));
  }

  @Test
  void knowsNothingOfAServerThatWasNotSeen() {
    assertThat(looksLikeIt(new TcpScene().play(">1000 ".repeat(12)))).isFalse();
  }
}
