package dev.faultlab.diagnose;

import static dev.faultlab.capture.dns.DnsScene.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.Talk;
import dev.faultlab.capture.packet.Wire;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections to an address that a name had before, and what only looks like it. */
class OutdatedAddressDetectorTest {
  private static final String OLD = "10.0.1.1";
  private static final String NEW = "10.0.1.2";
  private static final String CLIENT = "10.0.0.1";

  private final DnsScene scene = new DnsScene();
  private int n;

  /** At a second, with a time to live of 10 s. */
  private OutdatedAddressDetectorTest told(double second, String name, String... addresses) {
    double ms = second * 1000;
    scene.query(ms, 2000 + n, n, name, A);
    scene.answer(ms + 2, 2000 + n, Wire.dnsAnswer(n, name, A, 0, 10, addresses));
    n++;
    return this;
  }

  private OutdatedAddressDetectorTest connects(String address, double... seconds) {
    for (double second : seconds) {
      double ms = second * 1000;
      new Talk(scene, CLIENT, 30_000 + n++, address, 80).open(ms).send(ms + 2, 100).reset(ms + 4);
    }
    return this;
  }

  private Diagnosis diagnose() {
    return Diagnosing.of(scene.toBytes());
  }

  private List<Finding> found() {
    return diagnose().findings().stream()
        .filter(each -> each.id().equals(FindingId.OUTDATED_ADDRESS))
        .peek(Diagnosing::saysTheSameInValues)
        .toList();
  }

  private long undecided() {
    return diagnose().undecided().stream()
        .filter(each -> each.id().equals(FindingId.OUTDATED_ADDRESS))
        .count();
  }

  @ParameterizedTest
  @CsvSource({"25, 30, 35, 1", "25, 30, 11, 0", "14, 16, 18, 0", "20.5, 21, 21.5, 0"})
  void countsThoseAfterTheExpiryAndTheNewAnswer(double a, double b, double c, int findings) {
    told(0, "db.lab", OLD).connects(OLD, 1).told(20, "db.lab", NEW).connects(OLD, a, b, c);
    assertThat(found()).hasSize(findings);
  }

  /** The record is valid for longer than the new one has been there. */
  @Test
  void isSilentWhileTheOldAnswerIsValid() {
    told(0, "db.lab", OLD).connects(OLD, 1).told(3, "db.lab", NEW).connects(OLD, 4, 6, 8, 10);
    assertThat(found()).isEmpty();
    assertThat(undecided()).isZero();
  }

  @Test
  void isSilentOnAnswersInTurn() {
    told(0, "db.lab", OLD).connects(OLD, 1).told(20, "db.lab", NEW).connects(NEW, 21);
    told(40, "db.lab", OLD).connects(OLD, 41, 42, 43);
    assertThat(found()).isEmpty();
    assertThat(undecided()).isZero();
  }

  @Test
  void isSilentWhereTheNewAnswerHasItAmongOthers() {
    told(0, "db.lab", OLD).connects(OLD, 1).told(20, "db.lab", NEW, OLD);
    connects(OLD, 40, 45, 50);
    assertThat(found()).isEmpty();
    assertThat(undecided()).isZero();
  }

  @Test
  void isSilentWhereAnotherNameHasTheAddress() {
    told(0, "db.lab", OLD).connects(OLD, 1).told(20, "db.lab", NEW);
    told(30, "admin.lab", OLD).connects(OLD, 31, 45, 50);
    assertThat(found()).isEmpty();
    assertThat(undecided()).isZero();
  }

  /** "No such name" says nothing of another address, and another client was told nothing. */
  @Test
  void isSilentWithoutANewAddressForThisClient() {
    told(0, "db.lab", OLD).connects(OLD, 1);
    scene.query(20_000, 99, 99, "db.lab", A).noSuchName(20_002, 99, 99, "db.lab", A);
    scene.from("10.0.0.7");
    told(21, "db.lab", NEW);
    scene.from(CLIENT);
    connects(OLD, 30, 40, 50);
    assertThat(found()).isEmpty();
    assertThat(undecided()).isZero();
  }

  /** A connection that is kept has the old address for good, which is no fault of a cache. */
  @Test
  void isSilentOnAConnectionThatIsKept() {
    told(0, "db.lab", OLD);
    Talk kept = new Talk(scene, CLIENT, 29_000, OLD, 80).open(1000);
    told(20, "db.lab", NEW);
    for (int i = 0; i < 5; i++) {
      kept.send(30_000 + i * 1000, 100).reply(30_010 + i * 1000, 100);
    }
    assertThat(found()).isEmpty();
    assertThat(undecided()).isZero();
  }

  /** The text names both answers, and the frames of the connections. */
  @Test
  void namesTheAnswersAndTheConnections() {
    told(0, "db.lab", OLD).connects(OLD, 1).told(20, "db.lab", NEW).connects(OLD, 25, 30, 35);
    Finding finding = found().get(0);
    assertThat(finding.place().subject()).isEqualTo("10.0.0.1 connecting to 10.0.1.1 for db.lab");
    assertThat(finding.why())
        .isEqualTo(
            "10.0.0.1 connects to 10.0.1.1, an old address of db.lab, after it received [10.0.1.2]"
                + " (frame 9) and the old answer (frame 2) had expired: 3 connections, the last"
                + " one 25 s after the expiry.");
    assertThat(finding.place().where()).isEqualTo("10.0.1.1 3 times (frames 10; 15; 20)");
    assertThat(finding.frames()).containsExactly(2L, 9L, 10L, 15L, 20L);
    assertThat(finding.place().filter())
        .isEqualTo("tcp && ip.addr == 10.0.0.1 && ip.addr == 10.0.1.1");
  }

  @ParameterizedTest
  @CsvSource({
    "true, So few connections may come from a program that has the address from another source",
    "false, It did not connect there while the answer was valid"
  })
  void namesWhatItDoesNotKnow(boolean inUse, String reason) {
    told(0, "db.lab", OLD).connects(OLD, inUse ? new double[] {1} : new double[0]);
    told(20, "db.lab", NEW).connects(OLD, 30, 40);
    assertThat(diagnose().undecided())
        .singleElement()
        .satisfies(each -> assertThat(each.why()).contains(": 10.0.1.1 2 times (frames ", reason));
  }

  /** The first answer came after 2 ms and is valid for 10 s. */
  @ParameterizedTest
  @CsvSource({"0.001, false", "0.002, true", "10.002, true", "10.003, false"})
  void takesAConnectionForUseOnlyWhileTheAnswerIsValid(double second, boolean inUse) {
    told(0, "db.lab", OLD).connects(OLD, second).told(20, "db.lab", NEW);
    connects(OLD, 30, 35, 40);
    assertThat(found()).hasSize(inUse ? 1 : 0);
    assertThat(undecided()).isEqualTo(inUse ? 0 : 1);
  }

  /** The new answer came at 20.002 s; two seconds of grace follow. */
  @ParameterizedTest
  @CsvSource({"22.002, 0", "22.003, 1"})
  void allowsTwoSecondsForAConnectionThatBegan(double second, int findings) {
    told(0, "db.lab", OLD).connects(OLD, 1).told(20, "db.lab", NEW);
    connects(OLD, second, 30, 40);
    assertThat(found()).hasSize(findings);
  }

  /** The old address was told three times: valid from the first answer to the end of the last. */
  @ParameterizedTest
  @CsvSource({"1, 1", "45, 1", "51, 0"})
  void joinsTheAnswersThatHadTheAddress(double used, int findings) {
    told(0, "db.lab", OLD).told(20, "db.lab", OLD).told(40, "db.lab", OLD).told(60, "db.lab", NEW);
    connects(OLD, used);
    connects(OLD, 70, 75, 80);
    assertThat(found()).hasSize(findings);
  }

  /** Memory is bounded: of many connections the first and the last 63 are kept. */
  @Test
  void keepsTheFirstAndTheLastOfManyConnections() {
    told(0, "db.lab", OLD).connects(OLD, 1).told(20, "db.lab", NEW);
    for (int second = 30; second < 110; second++) {
      connects(OLD, second);
    }
    assertThat(found())
        .singleElement()
        .satisfies(each -> assertThat(each.why()).contains("63 connections"));
  }

  /** What another client or another kind of record knows is not another name. */
  @Test
  void looksForOtherNamesOfTheSameClientOnly() {
    scene.from("10.0.0.7");
    told(0, "admin.lab", OLD);
    scene.from(CLIENT);
    told(1, "db.lab", OLD).connects(OLD, 2).told(20, "db.lab", NEW).told(21, "web.lab", "10.0.1.9");
    connects(OLD, 30, 35, 40);
    assertThat(found()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"53, 0", "853, 0", "54, 1"})
  void leavesDnsOverTcpAlone(int port, int findings) {
    told(0, "db.lab", OLD);
    told(20, "db.lab", NEW);
    for (double second : new double[] {1, 30, 35, 40}) {
      new Talk(scene, CLIENT, 30_000 + n++, OLD, port).open(second * 1000).reset(second * 1000 + 4);
    }
    assertThat(found()).hasSize(findings);
  }
}
