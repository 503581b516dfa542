package dev.faultlab.diagnose;

import static dev.faultlab.capture.dns.DnsScene.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Talk;
import dev.faultlab.capture.dns.DnsScene;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A connection on both sides of a box that shifts sequence numbers, beside a DNS loss. */
class BothSidesOfABoxTest {

  /** Eleven lookups are quick; the sixth one is sent again after five seconds. */
  private static DnsScene lookups(DnsScene scene) {
    for (int n = 0; n < 12; n++) {
      double at = 100 + n * 20 + (n > 5 ? 5010 : 0);
      String name = "host" + n + ".lab";
      scene.query(at, 2000 + n, n, name, A);
      if (n == 5) {
        scene.query(at + 5000, 2000 + n, n, name, A);
        at += 5000;
      }
      scene.answer(at + 5, 2000 + n, n, name, A);
    }
    return scene.query(30_000, 3000, 99, "last.lab", A).answer(30_005, 3000, 99, "last.lab", A);
  }

  private static Diagnosis diagnose(boolean handshake, long clientShift, long serverShift) {
    DnsScene scene = new DnsScene();
    Talk talk =
        new Talk(scene, "10.0.0.1", 40_000, "10.0.0.9", 80).throughBox(clientShift, serverShift);
    if (handshake) {
      talk.open(0);
    }
    for (int n = 0; n < 4; n++) {
      talk.send(2 + n * 4, 300).reply(3 + n * 4, 1200).clientAck(4 + n * 4, 0);
    }
    lookups(scene);
    return Diagnosing.of(scene.toBytes());
  }

  @ParameterizedTest
  @CsvSource({
    "true, 2097647742, 0",
    "true, -2097647742, 0",
    "true, 0, 1234567890",
    "true, 1111111111, -1999999999",
    // Small ones as well, as the SYN shows them.
    "true, 70000, 0",
    "false, 2097647742, 0",
    "false, 0, 1234567890"
  })
  void isOneConnectionWithoutAGap(boolean handshake, long clientShift, long serverShift) {
    Diagnosis diagnosis = diagnose(handshake, clientShift, serverShift);
    assertThat(diagnosis.totals().connections()).isEqualTo(1);
    assertThat(diagnosis.unseen()).noneMatch(each -> each.contains("gaps"));
    assertThat(diagnosis.findings())
        .extracting(each -> each.id() + " " + each.confidence())
        .containsExactly(LostReplyDetector.ID + " CERTAIN");
  }

  /** Bytes that only the capture lost are still a gap, whatever the distance. */
  @Test
  void keepsAGapThatIsOne() {
    DnsScene scene = new DnsScene();
    Talk talk = new Talk(scene, "10.0.0.1", 40_000, "10.0.0.9", 80).open(0);
    talk.send(2, 300);
    // Acknowledged, and never seen.
    talk.ack(3, -40_000_000);
    assertThat(Diagnosing.of(lookups(scene).toBytes()).unseen())
        .anyMatch(each -> each.contains("40000000 bytes were sent and are not in the capture"));
  }

  /** The ports are used again at once, after a reset. */
  @Test
  void keepsConnectionsApartThatUseTheSamePorts() {
    DnsScene scene = new DnsScene();
    new Talk(scene, "10.0.0.1", 40_000, "10.0.0.9", 80).syn(0).reset(1).anew().open(2).send(4, 100);
    Diagnosis diagnosis = Diagnosing.of(scene.toBytes());
    assertThat(diagnosis.totals().connections()).isEqualTo(2);
    assertThat(diagnosis.unseen()).noneMatch(each -> each.contains("gaps"));
  }

  /** A server that answers each repetition of a SYN anew, as some balancers do. */
  @Test
  void followsTheAnswerThatTheClientTook() {
    DnsScene scene = new DnsScene();
    Talk talk = new Talk(scene, "10.0.0.1", 40_000, "10.0.0.9", 80).open(0).anew();
    talk.open(0.9).send(3, 300).reply(4, 300);
    assertThat(Diagnosing.of(scene.toBytes()).totals().connections()).isEqualTo(2);
  }
}
