package dev.faultlab.diagnose;

import static dev.faultlab.capture.dns.DnsScene.A;
import static dev.faultlab.capture.dns.DnsScene.AAAA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.TcpConversation;
import dev.faultlab.capture.packet.Wire;
import dev.faultlab.diagnose.Finding.Confidence;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lost replies of far servers, of the only name, and within the machine that captures. */
class LostReplyTest {
  private static final String NAME = "backend.lab";

  private static List<String> found(DnsScene scene) {
    return Diagnosing.of(scene.toBytes()).findings().stream()
        .map(each -> each.id() + " " + each.confidence())
        .filter(each -> each.startsWith(FindingId.LOST_DNS_REPLY.id()))
        .toList();
  }

  private static void goesOn(DnsScene scene, double at) {
    scene.query(at, 9999, 9999, "last.lab", A).answer(at + 5, 9999, 9999, "last.lab", A);
  }

  /** Twenty names; six queries are sent again after 5.005 s and answered {@code late} later. */
  private static DnsScene far(double tookMs, double spreadMs, double lateMs) {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 20; n++) {
      double at = n * 20_000;
      String name = "host" + n + ".lab";
      double took = tookMs + spreadMs * (n % 7) / 6;
      scene.query(at, 2000 + n, n, name, A);
      if (n % 3 == 1 && n < 18) {
        scene.query(at + 5005, 2000 + n, n, name, A);
        at += 5005;
        took = lateMs;
      }
      scene.answer(at + took, 2000 + n, n, name, A);
    }
    return scene;
  }

  @ParameterizedTest
  @CsvSource({
    "450, 0, 450, true",
    "150, 20, 155, true",
    "900, 100, 950, true",
    // Neither as fast as the server usually is, nor as slow.
    "450, 0, 200, false",
    "450, 0, 900, false",
    // A server that takes any time at all may have answered the first transmission.
    "300, 900, 600, false"
  })
  void findsLossesOfAServerThatIsFarAway(
      double tookMs, double spreadMs, double lateMs, boolean isFound) {
    assertThat(found(far(tookMs, spreadMs, lateMs)))
        .isEqualTo(isFound ? List.of("lost-dns-reply LIKELY") : List.of());
  }

  /** Every answer came within 55 ms. */
  @Test
  void saysTimesAsTheyWereSeen() {
    String why = Diagnosing.of(far(50, 5, 52).toBytes()).findings().get(0).why();
    assertThat(why).contains("nine of ten within 0.055 s");
  }

  /** One name, looked up again and again, one lookup after the other. */
  private static DnsScene oneName(int lookups, double lateMs, boolean newPort, boolean both) {
    DnsScene scene = new DnsScene();
    double at = 0;
    for (int n = 0; n < lookups; n++, at += 10.5) {
      int port = 2000 + n;
      scene.query(at, port, n, NAME, A);
      if (both) {
        scene
            .query(at + 0.1, port + 5000, n, NAME, AAAA)
            .answer(at + 9, port + 5000, n, NAME, AAAA);
      }
      if (n == lookups / 2) {
        at += 5005;
        port = newPort ? port + 20_000 : port;
        int id = newPort ? n + 1000 : n;
        scene.query(at, port, id, NAME, A).answer(at + lateMs, port, id, NAME, A);
      } else {
        scene.answer(at + 10, port, n, NAME, A);
      }
    }
    return scene;
  }

  @ParameterizedTest
  @CsvSource({"false, false", "true, false", "true, true", "false, true"})
  void findsALossOfTheOnlyNameAlthoughTheCaptureEndsSoon(boolean newPort, boolean both) {
    assertThat(found(oneName(240, 10, newPort, both))).containsExactly("lost-dns-reply LIKELY");
    assertThat(found(oneName(20, 10, newPort, both))).isEmpty();
  }

  /** Other hosts of the capture, and other times, say nothing of a loss from 60 s to 70 s. */
  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, 61000, 0",
    "10.0.0.2, 61000, 1",
    "10.0.0.1, 59000, 1",
    "10.0.0.1, 71500, 1"
  })
  void doubtsItWhereTheCaptureLacksBytesOfThatClientAtThatTime(
      String client, double at, int findings) {
    DnsScene scene = new DnsScene();
    TcpConversation talk =
        new TcpConversation(scene, client, 40_000, "10.0.0.9", 80).open(at - 1000);
    talk.send(at - 999, 9).ack(at - 998).ack(at, -500);
    assertThat(found(lossOfTheFourth(scene, true, false))).hasSize(findings);
  }

  /** A third party's answers, or one from an address that was not asked. */
  @ParameterizedTest
  @CsvSource({"10.0.0.53, 10.0.0.1, 0", "10.0.0.53, 10.0.0.2, 1", "10.0.0.54, 10.0.0.1, 1"})
  void doubtsItWhereAnswersOfThatServerToThatClientHaveNoQuery(
      String server, String client, int findings) {
    DnsScene scene = oneName(240, 10, false, false);
    byte[] stray = Wire.dnsAnswer(77, "stray.lab", A, 0, 30, "10.0.0.8");
    scene.frame(20_000, server, client, Wire.udp(53, 77, stray));
    goesOn(scene, 30_000);
    assertThat(found(scene)).hasSize(findings);
  }

  /** Before RFC 6891, and behind some firewalls, queries with EDNS get no answer. */
  @ParameterizedTest
  @CsvSource({"false, false, 0", "true, false, 1", "false, true, 1"})
  void doubtsItWhereOnlyTheRepetitionHasNoEdns(
      boolean repeatedWithEdns, boolean othersWithEdns, int findings) {
    DnsScene scene = lossOfTheFourth(new DnsScene(), repeatedWithEdns, othersWithEdns);
    assertThat(found(scene)).hasSize(findings);
  }

  /** The fourth of eight queries, which announces EDNS, is answered when it is sent again. */
  private static DnsScene lossOfTheFourth(DnsScene scene, boolean againEdns, boolean othersEdns) {
    for (int n = 0; n < 8; n++) {
      double at = n * 20_000;
      query(scene, at, n, n == 3 || othersEdns);
      if (n == 3) {
        at += 5000;
        query(scene, at, n, againEdns);
      }
      scene.answer(at + 5, 2000 + n, n, NAME, A);
    }
    return scene;
  }

  private static void query(DnsScene scene, double at, int n, boolean edns) {
    byte[] query = Wire.dnsQuery(n, NAME, A);
    query[11] = (byte) (edns ? 1 : 0);
    byte[] opt = edns ? Wire.bytes(0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 0) : new byte[0];
    scene.frame(at, "10.0.0.1", "10.0.0.53", Wire.udp(2000 + n, 53, Wire.join(query, opt)));
  }

  /** An answer within a tenth of a second, for which no program waited. */
  @ParameterizedTest
  @CsvSource({"99, 0", "101, 1"})
  void isSilentOnAQueryThatIsSentTwiceAtOnce(double answer, int open) {
    DnsScene scene = new DnsScene();
    goesOn(scene, 0);
    scene.query(20_000, 700, 700, NAME, A).query(20_030, 700, 700, NAME, A);
    scene.answer(20_000 + answer, 700, 700, NAME, A);
    goesOn(scene, 60_000);
    assertThat(Diagnosing.of(scene.toBytes()).undecided()).hasSize(open);
  }

  /** Repeated until the capture ends, asked anew under another id, and answered late. */
  @ParameterizedTest
  @CsvSource({
    "1000?2, 0, 0",
    "1000?2 2000?2, 0, 1",
    "1000?2 2000?3, 0, 1",
    "1000?2 6005?2 7005!2, 1, 0",
    "1000?2 6005?2 7005!2 8000?4 9000?4, 1, 1"
  })
  void countsQueriesThatHadToBeSentAgain(String steps, int lateMs, int never) {
    String open = Diagnosing.of(new DnsScene().play("0?1 5!1 " + steps)).undecided().toString();
    assertThat(open.contains("sent again: %d, never answered: %d:".formatted(lateMs, never)))
        .isEqualTo(lateMs + never > 0);
    assertThat(open.contains("never answered")).isEqualTo(lateMs + never > 0);
  }

  @Test
  void isCertainOfItWhereTheCaptureGoesOn() {
    DnsScene scene = oneName(240, 10, false, false);
    goesOn(scene, 30_000);
    assertThat(found(scene)).containsExactly("lost-dns-reply CERTAIN");
  }

  /** A forwarder that had to ask elsewhere, and merged the repetitions. */
  @Test
  void leavesASlowForwarderUndecided() {
    for (double lateMs : new double[] {900, 2000, 5900}) {
      DnsScene scene = oneName(240, lateMs, false, false);
      goesOn(scene, 60_000);
      assertThat(found(scene)).isEmpty();
    }
    DnsScene scene = oneName(240, 10, false, false);
    scene.query(20_000, 8000, 8000, NAME, A).query(25_005, 8000, 8000, NAME, A);
    scene.query(30_010, 8000, 8000, NAME, A).answer(31_000, 8000, 8000, NAME, A);
    assertThat(found(scene)).hasSize(1);
    assertThat(lost(scene).why()).contains("sent again: 1;");
  }

  @Test
  void saysWhatEachLookupTookWithoutTheStall() {
    String why = Diagnosing.of(oneName(240, 10, false, false).toBytes()).undecided().get(0).why();
    assertThat(why).contains("0.01 s each");
  }

  /** A machine that translates the server's address: the capture of all interfaces has both. */
  private static DnsScene translated(int lookups, boolean copyOfTheLost, boolean sameIpId) {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < lookups; n++) {
      double at = n * 100 + (n > 5 ? 5005 : 0);
      boolean lost = n == 5;
      query(scene, at, n, A, !lost || copyOfTheLost, sameIpId);
      query(scene, at + 0.1, n, AAAA, true, sameIpId);
      reply(scene, at + 5, n, AAAA);
      if (lost) {
        at += 5005;
        query(scene, at, n, A, true, sameIpId);
      }
      reply(scene, at + 5, n, A);
    }
    goesOn(scene, 40_000);
    return scene;
  }

  private static void query(
      DnsScene scene, double at, int n, int type, boolean copy, boolean sameIpId) {
    byte[] udp = Wire.udp(2000 + n, 53, Wire.dnsQuery(n * 2 + type % 2, "host" + n + ".lab", type));
    int id = 100 + n * 4 + type;
    scene.raw(at, Wire.ethernet(Wire.ipv4("10.0.0.1", "10.96.0.10", 17, id, udp)));
    if (copy) {
      int other = sameIpId ? id : id + 5000;
      scene.raw(at + 0.02, Wire.ethernet(Wire.ipv4("10.0.0.1", "10.244.0.7", 17, other, udp)));
    }
  }

  private static void reply(DnsScene scene, double at, int n, int type) {
    String address = type == A ? "10.0.0.9" : "fd00::9";
    byte[] message = Wire.dnsAnswer(n * 2 + type % 2, "host" + n + ".lab", type, 0, 30, address);
    byte[] udp = Wire.udp(53, 2000 + n, message);
    scene.frame(at, "10.244.0.7", "10.0.0.1", udp);
    scene.frame(at + 0.02, "10.96.0.10", "10.0.0.1", udp);
  }

  @Test
  void saysThatAQueryWasLostWithinTheMachine() {
    Finding finding = lost(translated(12, false, true));
    assertThat(finding.confidence()).isEqualTo(Confidence.CERTAIN);
    assertThat(finding.why())
        .contains("1 of these queries never left the machine of the capture")
        .contains("race in Linux's connection tracking");
    assertThat(finding.not()).contains("lost before it left");
    assertThat(finding.remedy()).contains("insert_failed").contains("single-request-reopen");
  }

  /** Lost behind the machine, or asked of two servers at once, as musl does. */
  @ParameterizedTest
  @CsvSource({"true, true", "false, false"})
  void doesNotSayItWhereTheCopyIsThereOrNone(boolean copyOfTheLost, boolean sameIpId) {
    assertThat(Diagnosing.of(translated(12, copyOfTheLost, sameIpId).toBytes()).findings())
        .noneMatch(each -> each.why().contains("never left"));
  }

  private static Finding lost(DnsScene scene) {
    return Diagnosing.of(scene.toBytes()).findings().stream()
        .filter(each -> each.id().equals(FindingId.LOST_DNS_REPLY))
        .findFirst()
        .orElseThrow();
  }

  /** A and AAAA from one port, or from two as Go asks; only the first is how the race looks. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1000})
  void namesTheRaceOnlyWhereBothLeftOnePort(int portDistance) {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 8; n++) {
      double at = n * 100 + (n > 5 ? 5005 : 0);
      int port = 2000 + n;
      String name = "host" + n + ".lab";
      scene.query(at, port, n, name, A).query(at + 0.1, port + portDistance, 50 + n, name, AAAA);
      scene.answer(at + 5, port + portDistance, 50 + n, name, AAAA);
      if (n == 5) {
        at += 5005;
        scene.query(at, port, n, name, A);
      }
      scene.answer(at + 6, port, n, name, A);
    }
    goesOn(scene, 40_000);
    assertThat(lost(scene).why().contains("connection tracking")).isEqualTo(portDistance == 0);
  }
}
