package dev.faultlab.diagnose;

import static dev.faultlab.capture.dns.DnsScene.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.Talk;
import dev.faultlab.capture.packet.Wire;
import dev.faultlab.diagnose.Finding.Confidence;
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

  @Test
  void findsConnectionsToAnAddressThatANameNoLongerHas() {
    told(0, "db.lab", OLD).connects(OLD, 1, 2).told(20, "db.lab", NEW).connects(NEW, 21);
    connects(OLD, 25, 30, 35);
    assertThat(found()).hasSize(1);
    Finding finding = found().get(0);
    assertThat(finding.confidence()).isEqualTo(Confidence.LIKELY);
    assertThat(finding.why()).contains("3 connections").contains("25 s after the expiry");
    assertThat(finding.not()).contains("What speaks against it");
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

  /** A program that has the address from a file has it before anybody asks. */
  @Test
  void isUndecidedWhereTheAddressWasNotUsedWhileItWasValid() {
    told(0, "db.lab", OLD).told(20, "db.lab", NEW).connects(OLD, 30, 35, 40);
    assertThat(found()).isEmpty();
    assertThat(undecided()).isEqualTo(1);
  }

  @Test
  void isUndecidedOnTwoConnections() {
    told(0, "db.lab", OLD).connects(OLD, 1).told(20, "db.lab", NEW).connects(OLD, 30, 40);
    assertThat(found()).isEmpty();
    assertThat(undecided()).isEqualTo(1);
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
}
