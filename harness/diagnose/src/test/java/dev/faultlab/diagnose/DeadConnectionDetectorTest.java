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

/** A connection that died in a silence and is used again, and what only looks like one. */
class DeadConnectionDetectorTest {
  private static final String CLIENT = "10.0.0.1";
  private static final String SERVER = "10.0.0.9";

  /** Requests that are answered, and then silence. */
  private static Talk kept(DnsScene scene) {
    return new Talk(scene, CLIENT, 40_000, SERVER, 80)
        .open(0)
        .send(2, 300)
        .reply(3, 900)
        .clientAck(4, 0);
  }

  private static Talk used(Talk talk, double at, int repetitions) {
    return used(talk, at, repetitions, 300);
  }

  private static Talk used(Talk talk, double at, int repetitions, int size) {
    talk.send(at, size);
    for (int n = 0; n < repetitions; n++) {
      talk.sendAgain(at + 200 * ((1 << n + 1) - 1), size);
    }
    return talk;
  }

  private static void works(DnsScene scene, double at) {
    new Talk(scene, CLIENT, 41_000, SERVER, 80).open(at).send(at + 2, 300).reply(at + 3, 900);
  }

  private static Finding only(Consumer<DnsScene> scene, Confidence confidence) {
    return Diagnosing.only(Diagnosing.of(scene), FindingId.DEAD_CONNECTION, confidence);
  }

  @Test
  void findsAConnectionThatDiedWhileItWasIdle() {
    Finding finding =
        only(
            scene -> {
              used(kept(scene), 600_000, 5);
              works(scene, 602_000);
            },
            Confidence.CERTAIN);
    assertThat(finding.why()).contains("a silence of 600 s").contains("up to 5 times in 6.2 s");
    assertThat(finding.place().frames()).contains(7L);
  }

  /** Opened before the capture began: nothing shows that it was alive. */
  @Test
  void isOnlyLikelyWhereTheCaptureHasOnlyTheEnd() {
    only(
        scene -> {
          new Talk(scene, CLIENT, 42_000, "10.0.0.8", 443).open(0);
          used(new Talk(scene, CLIENT, 40_000, SERVER, 80), 60_000, 4);
          works(scene, 61_000);
        },
        Confidence.LIKELY);
  }

  static Stream<Arguments> lookAlikes() {
    Consumer<DnsScene> busy =
        scene -> {
          used(kept(scene), 5000, 5);
          works(scene, 7000);
        };
    Consumer<DnsScene> acknowledged =
        scene -> {
          used(kept(scene), 600_000, 5).ack(613_000);
          works(scene, 602_000);
        };
    Consumer<DnsScene> reset =
        scene -> {
          used(kept(scene), 600_000, 4).reset(604_000);
          works(scene, 602_000);
        };
    Consumer<DnsScene> twice =
        scene -> {
          used(kept(scene), 600_000, 2);
          works(scene, 602_000);
        };
    Consumer<DnsScene> answering =
        scene -> {
          Talk talk = used(kept(scene), 600_000, 3);
          // Something still comes back, whatever it acknowledges.
          talk.ack(601_500, 300).sendAgain(603_000, 300).sendAgain(606_000, 300);
          works(scene, 602_000);
        };
    Consumer<DnsScene> elsewhere =
        scene -> {
          used(kept(scene), 600_000, 2);
          new Talk(scene, CLIENT, 41_000, "10.0.0.8", 80).open(602_000);
        };
    return Stream.of(
        Arguments.of("not idle before", busy),
        Arguments.of("acknowledged in the end", acknowledged),
        Arguments.of("reset by the server", reset),
        Arguments.of("sent again twice", twice),
        Arguments.of("the server still sends", answering),
        Arguments.of("another server works", elsewhere));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lookAlikes")
  void isSilentOnLookAlikes(String what, Consumer<DnsScene> scene) {
    Diagnosis diagnosis = Diagnosing.of(scene);
    assertThat(diagnosis.findings()).isEmpty();
    assertThat(diagnosis.undecided())
        .extracting(Diagnosis.Undecided::id)
        .doesNotContain(FindingId.DEAD_CONNECTION);
  }

  /** No new connection works either, or none is tried: the server may be away. */
  @Test
  void leavesAServerThatIsAwayUndecided() {
    Diagnosis diagnosis =
        Diagnosing.of(
            scene -> {
              used(kept(scene), 600_000, 5);
              new Talk(scene, CLIENT, 41_000, SERVER, 80).syn(602_000).syn(603_000);
            });
    onlyUndecided(diagnosis, FindingId.DEAD_CONNECTION, "");
  }

  /** Used again after a silence of 599.996 s, as the dead one is. */
  @ParameterizedTest
  @CsvSource({"539.9, CERTAIN", "540.1, "})
  void leavesUndecidedWhereAnotherConnectionSurvivedTheSilence(
      double seconds, Confidence confidence) {
    Diagnosis diagnosis =
        Diagnosing.of(
            scene -> {
              Talk other = new Talk(scene, CLIENT, 40_001, SERVER, 80).open(0).send(2, 9).ack(4);
              used(kept(scene), 600_000, 5);
              works(scene, 602_000);
              other.send(4 + seconds * 1000, 9).ack(5 + seconds * 1000);
            });
    if (confidence == null) {
      onlyUndecided(diagnosis, FindingId.DEAD_CONNECTION, "worked after a silence of 540 s");
    } else {
      Diagnosing.only(diagnosis, FindingId.DEAD_CONNECTION, confidence);
    }
  }

  /** A single SYN may have been lost. */
  @ParameterizedTest
  @CsvSource({"1, CERTAIN", "2, "})
  void leavesUndecidedWhereNewConnectionsAreNotAnsweredEither(int syns, Confidence confidence) {
    Diagnosis diagnosis =
        Diagnosing.of(
            scene -> {
              used(kept(scene), 600_000, 5);
              works(scene, 602_000);
              Talk unanswered = new Talk(scene, CLIENT, 41_001, SERVER, 80);
              for (int n = 0; n < syns; n++) {
                unanswered.syn(602_100 + n * 1000);
              }
            });
    if (confidence == null) {
      onlyUndecided(diagnosis, FindingId.DEAD_CONNECTION, "1 new connections were not answered");
    } else {
      Diagnosing.only(diagnosis, FindingId.DEAD_CONNECTION, confidence);
    }
  }

  /** The last packet before the silence comes after 4 ms. */
  @ParameterizedTest
  @CsvSource({"20003, 0", "20004, 1"})
  void takesTwentySecondsForASilence(double used, int findings) {
    Diagnosis diagnosis =
        Diagnosing.of(
            scene -> {
              used(kept(scene), used, 4);
              works(scene, used + 1000);
            });
    assertThat(diagnosis.findings()).hasSize(findings);
  }

  /**
   * The data is sent at 600 s and for the last time at 601.4 s. A new connection is accepted 0.4 ms
   * after its SYN.
   */
  @ParameterizedTest
  @CsvSource({
    "599999.6, ",
    "599999.7, CERTAIN",
    "601399.5, CERTAIN",
    "601399.6, LIKELY",
    "721399.5, LIKELY",
    "721399.6, "
  })
  void takesAConnectionThatIsAcceptedAfterwards(double syn, Confidence confidence) {
    Diagnosis diagnosis =
        Diagnosing.of(
            scene -> {
              used(kept(scene), 600_000, 3);
              works(scene, syn);
            });
    if (confidence == null) {
      onlyUndecided(
          diagnosis, FindingId.DEAD_CONNECTION, "no later new connection that the server accepts");
    } else {
      Finding finding = Diagnosing.only(diagnosis, FindingId.DEAD_CONNECTION, confidence);
      assertThat(finding.not().contains("What speaks against it"))
          .isEqualTo(confidence == Confidence.LIKELY);
    }
  }

  @Test
  void namesTheFirstOfTheAcceptedConnections() {
    Finding finding =
        only(
            scene -> {
              used(kept(scene), 600_000, 5);
              new Talk(scene, CLIENT, 41_001, SERVER, 80).open(602_000);
              works(scene, 603_000);
            },
            Confidence.CERTAIN);
    assertThat(finding.why()).endsWith("of the same client: 2, the first in frame 14.");
    assertThat(finding.frames()).endsWith(14L);
  }

  /** As large as data that was acknowledged before, or smaller than any path's limit. */
  @ParameterizedTest
  @CsvSource({
    "1448, 1448, CERTAIN",
    "300, 1000, LIKELY",
    "300, 999, CERTAIN",
    "1447, 1448, LIKELY"
  })
  void allowsForDataThatIsTooLargeForThePath(int before, int size, Confidence confidence) {
    only(
        scene -> {
          used(kept(scene).send(5, before).ack(6), 600_000, 5, size);
          works(scene, 602_000);
        },
        confidence);
  }
}
