package dev.faultlab.diagnose;

import static dev.faultlab.diagnose.Diagnosing.onlyUndecided;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.Talk;
import dev.faultlab.diagnose.Finding.Confidence;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Large segments that never arrive while small ones do, and what only looks like it. */
class MtuBlackHoleDetectorTest {
  private static Talk talk(DnsScene scene, int n) {
    return new Talk(scene, "10.0.0.1", 40_000 + n, "10.0.0.9", 443);
  }

  /** A small request is answered; a large one is sent again and again. */
  private static Talk stuck(DnsScene scene, int n, double at, int size, int repetitions) {
    Talk talk = talk(scene, n).open(at).send(at + 1, 200).reply(at + 2, 100).clientAck(at + 3, 0);
    return repeated(talk, at + 10, size, repetitions);
  }

  private static Talk repeated(Talk talk, double at, int size, int repetitions) {
    talk.ack(at - 0.5).send(at, size);
    for (int n = 0; n < repetitions; n++) {
      talk.sendAgain(at + 200 * ((1 << n + 1) - 1), size);
    }
    return talk;
  }

  private static Finding only(Consumer<DnsScene> scene, Confidence confidence) {
    return Diagnosing.only(Diagnosing.of(scene), FindingId.MTU_BLACK_HOLE, confidence);
  }

  @Test
  void findsLargeSegmentsThatAreNeverAcknowledged() {
    Finding finding =
        only(
            scene -> {
              stuck(scene, 1, 0, 1448, 4);
              talk(scene, 2).open(2000).send(2001, 150).reply(2002, 100);
            },
            Confidence.LIKELY);
    assertThat(finding.place().subject()).isEqualTo("10.0.0.1 sending to 10.0.0.9");
    assertThat(finding.why()).contains("1448 bytes or more").contains("at most 200 bytes at once");
  }

  /** On the same connection: the other side acknowledges something small that arrived later. */
  @Test
  void takesAnAcknowledgementThatRepeatsItselfForASignOfLife() {
    only(scene -> stuck(scene, 1, 0, 1400, 3).ack(1800, 1400), Confidence.LIKELY);
  }

  @Test
  void findsItInTheServersDirection() {
    Finding finding =
        only(
            scene -> {
              Talk talk = talk(scene, 1).open(0).send(1, 200).ack(1.5).reply(2, 1448);
              talk.replyAgain(202, 1448).replyAgain(602, 1448).replyAgain(1402, 1448);
              talk(scene, 2).open(1000).send(1001, 150).reply(1002, 100).clientAck(1003, 0);
            },
            Confidence.LIKELY);
    assertThat(finding.place().subject()).isEqualTo("10.0.0.9 sending to 10.0.0.1");
  }

  /** The sender tries smaller segments in the end (tcp_mtu_probing), and those arrive. */
  @Test
  void isCertainWhereSmallerSegmentsArriveInTheEnd() {
    Consumer<DnsScene> one =
        scene -> stuck(scene, 1, 0, 1448, 3).sendAgain(4000, 512).ack(4001, 1448 - 512);
    only(one, Confidence.LIKELY);
    Finding finding =
        only(
            one.andThen(
                scene ->
                    stuck(scene, 2, 9000, 1448, 3).sendAgain(14_000, 512).ack(14_001, 1448 - 512)),
            Confidence.CERTAIN);
    assertThat(finding.why()).contains("segments of 1448 bytes").contains("in segments of 512");
  }

  /** A small segment behind the large one should have arrived. */
  @ParameterizedTest
  @CsvSource({"999, false, false", "1000, false, true", "999, true, true"})
  void asksWhetherTheSmallSegmentBehindTheLargeOneArrived(
      int behind, boolean acknowledges, boolean isFound) {
    Diagnosis diagnosis =
        Diagnosing.of(
            scene -> {
              Talk talk = talk(scene, 1).open(0).send(1, 200).reply(2, 100).clientAck(3, 0);
              talk.ack(9).send(10, 1448).send(10.1, behind);
              if (acknowledges) {
                talk.ack(10.4, 1448 + behind);
              }
              talk.sendAgain(210, 1448).sendAgain(610, 1448).sendAgain(1410, 1448);
              talk(scene, 2).open(2000).send(2001, 150).reply(2002, 100);
            });
    if (isFound) {
      Finding finding = Diagnosing.only(diagnosis, FindingId.MTU_BLACK_HOLE, Confidence.LIKELY);
      assertThat(finding.why().contains("behind the large one, arrived")).isEqualTo(acknowledges);
    } else {
      Diagnosing.onlyUndecided(diagnosis, FindingId.MTU_BLACK_HOLE, "size is not the reason");
    }
  }

  static Stream<Arguments> lookAlikes() {
    Consumer<DnsScene> larger =
        scene -> {
          talk(scene, 2).open(0).send(1, 1460).ack(2);
          stuck(scene, 1, 100, 1448, 4).ack(2500, 1448);
        };
    Consumer<DnsScene> small = scene -> stuck(scene, 1, 0, 400, 4).ack(2500, 400);
    Consumer<DnsScene> once = scene -> stuck(scene, 1, 0, 1448, 2).ack(2500, 1448);
    Consumer<DnsScene> arrived = scene -> stuck(scene, 1, 0, 1448, 4).ack(9000);
    Consumer<DnsScene> discovered =
        scene -> stuck(scene, 1, 0, 1448, 1).sendAgain(300, 1200).ack(301, 248).ack(302);
    Consumer<DnsScene> closed =
        scene -> {
          Talk talk = stuck(scene, 1, 0, 1448, 0).ack(20);
          talk.windows(502, 0).ack(21);
        };
    return Stream.of(
        Arguments.of("a larger one is acknowledged elsewhere", larger),
        Arguments.of("the lost one is small", small),
        Arguments.of("sent again twice", once),
        Arguments.of("acknowledged at last in full size", arrived),
        Arguments.of("the path's size is discovered at once", discovered),
        Arguments.of("the window closes", closed));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lookAlikes")
  void isSilentOnLookAlikes(String what, Consumer<DnsScene> scene) {
    Diagnosis diagnosis = Diagnosing.of(scene);
    assertThat(diagnosis.findings()).isEmpty();
    assertThat(diagnosis.undecided())
        .extracting(Diagnosis.Undecided::id)
        .doesNotContain(FindingId.MTU_BLACK_HOLE);
  }

  /** A host that goes away in the middle: nothing small arrives either. */
  @Test
  void leavesAHostThatGoesAwayUndecided() {
    Diagnosis diagnosis = Diagnosing.of(scene -> stuck(scene, 1, 0, 1448, 5));
    onlyUndecided(diagnosis, FindingId.MTU_BLACK_HOLE, "");
  }

  /** In an outage of one direction the other side repeats itself, which acknowledges nothing. */
  @Test
  void doesNotTakeRepeatedDataForASignThatSmallOnesArrive() {
    Diagnosis diagnosis =
        Diagnosing.of(
            scene -> stuck(scene, 1, 0, 1448, 4).replyAgain(500, 100).replyAgain(900, 100));
    assertThat(diagnosis.findings()).isEmpty();
  }

  @Test
  void namesSizesRepetitionsAndFrames() {
    Finding finding =
        only(
            scene -> {
              stuck(scene, 1, 0, 1448, 4);
              stuck(scene, 2, 5000, 1300, 3);
              talk(scene, 3).open(20_000).send(20_001, 150).reply(20_002, 100);
            },
            Confidence.LIKELY);
    assertThat(finding.why())
        .startsWith(
            "On 2 connections a segment of 1300 bytes or more was sent again up to 4 times and never"
                + " acknowledged, but smaller ones were acknowledged: at most 200 bytes at once. ");
    assertThat(finding.why()).doesNotContain("acknowledged only when");
    assertThat(finding.place().where()).endsWith(" -> 10.0.0.9:443 (frames 8; 20)");
    assertThat(finding.not()).contains("What speaks against it");
  }

  /** Nothing but handshakes got through. */
  @Test
  void namesHandshakesIfNothingElseArrived() {
    Finding finding =
        only(
            scene -> {
              repeated(talk(scene, 1).open(0), 10, 1448, 4);
              talk(scene, 2).open(2000);
            },
            Confidence.LIKELY);
    assertThat(finding.why()).contains("but smaller ones were acknowledged: those of handshakes. ");
  }

  /** Neither did a small segment arrive before, so the host may never have answered. */
  @Test
  void isSilentOnAHostThatNeverAcknowledgedData() {
    Diagnosis diagnosis = Diagnosing.of(scene -> repeated(talk(scene, 1).open(0), 10, 1448, 4));
    assertThat(diagnosis.findings()).isEmpty();
    assertThat(diagnosis.undecided())
        .extracting(Diagnosis.Undecided::id)
        .doesNotContain(FindingId.MTU_BLACK_HOLE);
  }

  @ParameterizedTest
  @CsvSource({"999, 0", "1000, 1"})
  void takesAThousandBytesForLarge(int size, int findings) {
    Diagnosis diagnosis =
        Diagnosing.of(
            scene -> {
              stuck(scene, 1, 0, size, 4);
              talk(scene, 2).open(2000).send(2001, 150).reply(2002, 100);
            });
    assertThat(diagnosis.findings()).hasSize(findings);
  }

  /** As large as the largest one that was acknowledged: so this size does arrive. */
  @ParameterizedTest
  @CsvSource({"1448, 0", "1447, 1"})
  void takesOnlySegmentsLargerThanAllThatArrived(int arrived, int findings) {
    Diagnosis diagnosis =
        Diagnosing.of(
            scene -> {
              talk(scene, 2).open(0).send(1, arrived).ack(2);
              stuck(scene, 1, 100, 1448, 4).ack(2500, 1448);
            });
    assertThat(diagnosis.findings()).hasSize(findings);
  }

  /** One connection that shrank its segments, and one that is stuck. */
  @Test
  void isCertainOfOneThatShrankAndOneThatIsStuck() {
    Finding finding =
        only(
            scene -> {
              stuck(scene, 1, 0, 1448, 3).sendAgain(4000, 512).ack(4001, 1448 - 512);
              stuck(scene, 2, 9000, 1448, 4).ack(14_000, 1448);
            },
            Confidence.CERTAIN);
    assertThat(finding.why())
        .contains("On 1 connections a segment of 1448 bytes or more")
        .contains("On 1 connections data in segments of 1448 bytes");
    assertThat(finding.place().where()).contains("40001", "; ", "40002");
    assertThat(finding.not()).doesNotContain("What speaks against it");
  }
}
