package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.TcpConversation;
import dev.faultlab.diagnose.Finding.Confidence;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Large segments that never arrive while small ones do, and what only looks like it. */
class MtuBlackHoleDetectorTest {
  private static final String OTHER = " | 2000o 2001>150 2002<100";
  private static final Pattern STUCK = Pattern.compile("stuck(\\d+) (\\d+[*]\\d+)");

  /**
   * {@link TcpConversation#play}; "stuck0 1448*4" is a small request that is answered, and then a
   * large one that is sent again and again; "other" is a small one on a connection of its own.
   */
  private static Diagnosis diagnose(String talks) {
    return Diagnosing.of(
        TcpConversation.play(
            STUCK
                .matcher(talks.replace(" other", OTHER))
                .replaceAll(
                    at -> {
                      int ms = Integer.parseInt(at.group(1));
                      return "%do %d>200 %d<100 %dc %d.5k %d>%s"
                          .formatted(ms, ms + 1, ms + 2, ms + 3, ms + 9, ms + 10, at.group(2));
                    })));
  }

  private static Finding only(String talks, Confidence confidence) {
    return Diagnosing.only(diagnose(talks), FindingId.MTU_BLACK_HOLE, confidence);
  }

  @Test
  void namesSizesRepetitionsAndFrames() {
    Finding finding =
        only("stuck0 1448*4 | stuck5000 1300*3 | 20000o 20001>150 20002<100", Confidence.LIKELY);
    assertThat(finding.place().subject()).isEqualTo("10.0.0.1 sending to 10.0.0.9");
    assertThat(finding.why())
        .startsWith(
            "On 2 connections a segment of 1300 bytes or more was sent again up to 4 times and never"
                + " acknowledged, but smaller ones were acknowledged: at most 200 bytes at once. ")
        .doesNotContain("acknowledged only when");
    assertThat(finding.place().where()).endsWith(" -> 10.0.0.9:80 (frames 8; 20)");
    assertThat(finding.not()).contains("What speaks against it");
  }

  @Test
  void findsItInTheServersDirection() {
    Finding finding =
        only(
            "0o 1>200 1.5k 2<1448 202-1448 602-1448 1402-1448 | 1000o 1001>150 1002<100 1003c",
            Confidence.LIKELY);
    assertThat(finding.place().subject()).isEqualTo("10.0.0.9 sending to 10.0.0.1");
  }

  /** The sender tries smaller segments in the end (tcp_mtu_probing), and those arrive. */
  @Test
  void isCertainWhereSmallerSegmentsArriveInTheEnd() {
    String one = "stuck0 1448*3 4000+512 4001k936";
    only(one, Confidence.LIKELY);
    Finding both = only(one + " | stuck9000 1448*3 14000+512 14001k936", Confidence.CERTAIN);
    assertThat(both.why()).contains("segments of 1448 bytes").contains("in segments of 512");
    Finding oneIsStuck = only(one + " | stuck9000 1448*4 14000k1448", Confidence.CERTAIN);
    assertThat(oneIsStuck.why())
        .contains("On 1 connections a segment of 1448 bytes or more")
        .contains("On 1 connections data in segments of 1448 bytes");
    assertThat(oneIsStuck.place().where()).contains("40000", "; ", "40001");
    assertThat(oneIsStuck.not()).doesNotContain("What speaks against it");
  }

  /** Nothing but handshakes got through. */
  @Test
  void namesHandshakesIfNothingElseArrived() {
    assertThat(only("0o 9.5k 10>1448*4 | 2000o", Confidence.LIKELY).why())
        .contains("but smaller ones were acknowledged: those of handshakes. ");
  }

  @Test
  void namesASmallSegmentThatArrivedBehindTheLargeOne() {
    String behind = "0o 1>200 2<100 3c 9k 10>1448 10.1>999 10.4k2447 210+1448 610+1448 1410+1448";
    assertThat(only(behind + OTHER, Confidence.LIKELY).why()).contains("the large one, arrived");
  }

  /** How certain it is; - where nothing is said; or why it is undecided. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          # On the same connection: the other side acknowledges something small that arrived later.
          stuck0 1400*3 1800k1400 ; LIKELY
          # A small segment behind the large one should have arrived.
          0o 1>200 2<100 3c 9k 10>1448 10.1>999 210+1448 610+1448 1410+1448 other ; size is not the reason
          0o 1>200 2<100 3c 9k 10>2447 210+1448 610+1448 1410+1448 other ; size is not the reason
          0o 1>200 2<100 3c 9k 10>1448 10.1>2447 210+1448 610+1448 1410+1448 other ; size is not the reason
          0o 1>200 2<100 3c 9k 10>1448 10.1>1000 210+1448 610+1448 1410+1448 other ; LIKELY
          # One as large is acknowledged elsewhere; the lost one is small; it was sent again twice only.
          0o 1>1460 2k | stuck100 1448*4 2500k1448 ; -
          0o 1>1448 2k | stuck100 1448*4 2500k1448 ; -
          0o 1>1447 2k | stuck100 1448*4 2500k1448 ; LIKELY
          stuck0 400*4 2500k400 ; -
          stuck0 1448*2 2500k1448 ; -
          # It is acknowledged at last in full size; the path's size is discovered at once.
          stuck0 1448*4 9000k ; -
          stuck0 1448*1 300+1200 301k248 302k ; -
          # The window closes.
          stuck0 1448*0 20k 21w0 ; -
          # A host that goes away in the middle, or never acknowledged anything but the handshake.
          stuck0 1448*5 ; does not show that small ones still arrive
          0o 9.5k 10>1448*4 ; -
          # In an outage of one direction the other side repeats itself, which acknowledges nothing.
          stuck0 1448*4 500-100 900-100 ; does not show that small ones still arrive
          # A thousand bytes are large.
          stuck0 999*4 other ; -
          stuck0 1000*4 other ; LIKELY
          """)
  void tellsItFromWhatOnlyLooksLikeIt(String talks, String outcome) {
    Diagnosing.hasOutcome(diagnose(talks), FindingId.MTU_BLACK_HOLE, outcome);
  }
}
