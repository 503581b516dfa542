package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.TcpConversation;
import dev.faultlab.diagnose.Finding.Confidence;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection that died in a silence and is used again, and what only looks like one. */
class DeadConnectionDetectorTest {
  private static final Pattern WORKS = Pattern.compile("works([\\d.]+)");

  /**
   * {@link TcpConversation#play}; "kept" is a request that was answered, "works602000" one on a new
   * connection.
   */
  private static Diagnosis diagnose(String talks) {
    String all = talks.replace("kept", "0o 2>300 3<900 4c");
    return Diagnosing.of(
        TcpConversation.play(
            WORKS
                .matcher(all)
                .replaceAll(
                    at -> {
                      double ms = Double.parseDouble(at.group(1));
                      return "%.1fo %.1f>300 %.1f<900".formatted(ms, ms + 2, ms + 3);
                    })));
  }

  @Test
  void findsAConnectionThatDiedWhileItWasIdle() {
    Diagnosis diagnosis = diagnose("kept 600000>300*5 | 602000o | works603000");
    Finding finding = Diagnosing.only(diagnosis, FindingId.DEAD_CONNECTION, Confidence.CERTAIN);
    assertThat(finding.why())
        .contains("a silence of 600 s", "up to 5 times in 6.2 s")
        .endsWith("of the same client: 2, the first in frame 12.");
    assertThat(finding.frames()).contains(7L).endsWith(12L);
  }

  /** How certain it is; - where nothing is said; or why it is undecided. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          # Opened before the capture began: nothing shows that it was alive.
          @10.0.0.8 0o | 60000>300*4 | works61000 ; LIKELY
          # Not idle before, acknowledged in the end, reset, sent again twice only.
          kept 5000>300*5 | works7000 ; -
          kept 600000>300*5 613000k | works602000 ; -
          kept 600000>300*4 604000r | works602000 ; -
          kept 600000>300*2 | works602000 ; -
          # Something still comes back, whatever it acknowledges; another server works.
          kept 600000>300*3 601500k300 603000+300 606000+300 | works602000 ; -
          kept 600000>300*2 | @10.0.0.8 602000o ; -
          # No new connection works either: the server may be away.
          kept 600000>300*5 | 602000s 603000s ; no later new connection
          # Another connection survived nine tenths of the silence.
          kept 600000>300*5 | works602000 | 0o 2>9 4k 539904>9 539905k ; CERTAIN
          kept 600000>300*5 | works602000 | 0o 2>9 4k 540104>9 540105k ; worked after a silence of 540 s
          # New connections are not answered either; a single SYN may have been lost.
          kept 600000>300*5 | works602000 | 602100s ; CERTAIN
          kept 600000>300*5 | works602000 | 602100s 603100s ; 1 new connections were not answered
          # The last packet before the silence comes after 4 ms, and 20 s are one.
          kept 20003>300*4 | works21003 ; -
          kept 20004>300*4 | works21004 ; CERTAIN
          # The data is sent at 600 s and for the last time at 601.4 s. A new connection is accepted
          # 0.4 ms after its SYN.
          kept 600000>300*3 | works599999.6 ; no later new connection that the server accepts
          kept 600000>300*3 | works599999.7 ; CERTAIN
          kept 600000>300*3 | works601399.5 ; CERTAIN
          kept 600000>300*3 | works601399.6 ; LIKELY
          kept 600000>300*3 | works721399.5 ; LIKELY
          kept 600000>300*3 | works721399.6 ; no later new connection that the server accepts
          # As large as data that was acknowledged before, or smaller than any path's limit.
          kept 5>1448 6k 600000>1448*5 | works602000 ; CERTAIN
          kept 5>300 6k 600000>1000*5 | works602000 ; LIKELY
          kept 5>300 6k 600000>999*5 | works602000 ; CERTAIN
          kept 5>1447 6k 600000>1448*5 | works602000 ; LIKELY
          """)
  void tellsItFromWhatOnlyLooksLikeIt(String talks, String outcome) {
    Diagnosing.hasOutcome(diagnose(talks), FindingId.DEAD_CONNECTION, outcome);
  }

  private static final String BUSY =
      "0o 1>100 2<100 3c 1000>100 1200+100 2000+100 5000+100 9000+100 17000+100 33000+100";

  @Test
  void judgesBusyConnectionsApart() {
    assertThat(diagnose(BUSY + " | works20000 | kept 600000>300*5 | works602000").findings())
        .extracting(Finding::why)
        .satisfiesExactly(
            each -> assertThat(each).startsWith("1 connections were used again after a silence"),
            each -> assertThat(each).startsWith("On 1 connections").contains("6 times in 32 s"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " | works20000 | 21000s 22000s"})
  void saysNothingOfASilenceThatThereWasNot(String more) {
    assertThat(diagnose(BUSY + more).undecided())
        .singleElement()
        .satisfies(each -> assertThat(each.why()).contains("repeated").doesNotContain("silence"));
  }
}
