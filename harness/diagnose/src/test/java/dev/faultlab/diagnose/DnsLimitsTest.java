package dev.faultlab.diagnose;

import static dev.faultlab.capture.dns.DnsScene.A;
import static dev.faultlab.diagnose.Diagnosing.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.Packet;
import dev.faultlab.capture.packet.TcpConversation;
import dev.faultlab.capture.packet.Wire;
import dev.faultlab.diagnose.Finding.Confidence;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much of something the DNS detectors want to see, and what they say of it. */
class DnsLimitsTest {
  private static final String CLIENT = "10.0.0.1";
  private static final String BACKEND = "10.0.0.9";
  private static final String SERVER = "10.0.0.53";
  private static final String SECOND_SERVER = "10.0.0.54";

  private static DnsScene lookUp(DnsScene scene, double at, double took, int n, String name) {
    return scene.query(at, 2000 + n, n, name, A).answer(at + took, 2000 + n, n, name, A);
  }

  private static void ask(DnsScene scene, double at, String server, int n, String name) {
    scene.frame(at, CLIENT, server, Wire.udp(3000 + n, 53, Wire.dnsQuery(n, name, A)));
  }

  private static void answer(DnsScene scene, double at, String server, int n, String name) {
    byte[] message = Wire.dnsAnswer(n, name, A, 0, 30, BACKEND);
    scene.frame(at, server, CLIENT, Wire.udp(53, 3000 + n, message));
  }

  /** Four lookups that wait for a dead server; of the next one as many as are said ask first. */
  @ParameterizedTest
  @CsvSource({"2, CERTAIN", "3, LIKELY"})
  void aServerThatIsAskedFirstHalfAsOftenIsAskedInTurn(int inTurn, Confidence confidence) {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 4; n++) {
      double at = n * 40_000;
      ask(scene, at, SERVER, n, "a" + n + ".lab");
      ask(scene, at + 5000 + n * 100, SECOND_SERVER, 10 + n, "a" + n + ".lab");
      answer(scene, at + 5010 + n * 100, SECOND_SERVER, 10 + n, "a" + n + ".lab");
      if (n < inTurn) {
        ask(scene, at + 20_000, SECOND_SERVER, 20 + n, "b" + n + ".lab");
        answer(scene, at + 20_010, SECOND_SERVER, 20 + n, "b" + n + ".lab");
      }
    }
    Finding finding = only(Diagnosing.of(scene), FindingId.DEAD_RESOLVER, confidence);
    assertThat(finding.why())
        .contains("4 times the client waited 5 s to 5.3 s")
        .contains("20.6 s of waiting in all");
    assertThat(finding.not().contains("What speaks against it"))
        .isEqualTo(confidence == Confidence.LIKELY);
  }

  /** The first server does not answer; the second one is asked five seconds later, and does. */
  private static DnsScene deadServer(int stalls) {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < stalls; n++) {
      ask(scene, n * 40_000, SERVER, n, "a" + n + ".lab");
      ask(scene, n * 40_000 + 5000, SECOND_SERVER, 10 + n, "a" + n + ".lab");
      answer(scene, n * 40_000 + 5010, SECOND_SERVER, 10 + n, "a" + n + ".lab");
    }
    return scene;
  }

  /** Three stalls make a habit. */
  @ParameterizedTest
  @CsvSource({"3, true", "2, false"})
  void aServerIsDeadThatWasAskedInVainOften(int stalls, boolean dead) {
    Diagnosis diagnosis = Diagnosing.of(deadServer(stalls));
    assertThat(diagnosis.findings()).hasSize(dead ? 1 : 0);
    assertThat(diagnosis.undecided().stream().map(Diagnosis.Suspicion::why))
        .hasSize(dead ? 0 : 1)
        .allMatch(why -> why.contains("may be down"));
  }

  /** Of more servers than are remembered, any one may have answered somebody. */
  @ParameterizedTest
  @CsvSource({"9998, true", "10000, false"})
  void amongTenThousandServersThatAnswerNoneIsCalledDead(int others, boolean dead) {
    DnsScene scene = deadServer(3);
    for (int n = 0; n < others; n++) {
      String server = "10.1." + n / 250 + "." + (1 + n % 250);
      ask(scene, 200_000 + n, server, 100 + n, "b" + n + ".lab");
      answer(scene, 200_000.5 + n, server, 100 + n, "b" + n + ".lab");
    }
    Diagnosis diagnosis = Diagnosing.of(scene);
    assertThat(diagnosis.findings()).hasSize(dead ? 1 : 0);
    assertThat(diagnosis.undecided().stream().map(Diagnosis.Suspicion::why))
        .hasSize(dead ? 0 : 1)
        .allMatch(why -> why.contains("too many servers to remember all of them"));
  }

  /** Of a transfer only the first answer repeats the question (RFC 5936, 2.2.1); TCP loses none. */
  @Test
  void aZoneTransferDoesNotMakeOtherLossesDoubtful() {
    byte[] withoutQuestion = Wire.join(Wire.u16(7), Wire.u16(0x8400), new byte[8]);
    DnsScene scene = deadServer(3);
    byte[] first = Wire.dnsAnswer(7, "lab", 252, 0, 30, BACKEND);
    overTcp(scene, 150_000, CLIENT, 900, SECOND_SERVER, 53, 1, Wire.dnsQuery(7, "lab", 252));
    overTcp(scene, 150_010, SECOND_SERVER, 53, CLIENT, 900, 1, first);
    overTcp(scene, 150_011, SECOND_SERVER, 53, CLIENT, 900, 3 + first.length, withoutQuestion);
    assertThat(Diagnosing.of(scene).findings())
        .singleElement()
        .satisfies(f -> assertThat(f.confidence()).isEqualTo(Confidence.CERTAIN));
  }

  private static void overTcp(
      DnsScene scene,
      double at,
      String from,
      int fromPort,
      String to,
      int toPort,
      long sequence,
      byte[] message) {
    byte[] framed = Wire.join(Wire.u16(message.length), message);
    byte[] tcp = Wire.tcp(fromPort, toPort, sequence, 1, Packet.ACK, 500, new byte[0], framed);
    scene.raw(at, Wire.ethernet(Wire.ipv4(from, to, 6, 0, tcp)));
  }

  private static DnsScene usual() {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < 5; n++) {
      lookUp(scene, n * 100, 5, n, "a.lab");
    }
    return scene;
  }

  @Test
  void countsLostRepliesAndNamesTheLongestStall() {
    DnsScene scene = usual();
    for (int n = 0; n < 3; n++) {
      double at = 3000 + n * 20_000;
      double wait = n == 1 ? 7000 : 5000;
      scene.query(at, 50 + n, 50 + n, "a.lab", A).query(at + wait, 50 + n, 50 + n, "a.lab", A);
      scene.answer(at + wait + 5, 50 + n, 50 + n, "a.lab", A);
    }
    scene.query(100_000, 90, 90, "a.lab", A);
    Finding finding =
        only(
            Diagnosing.of(lookUp(scene, 150_000, 5, 99, "a.lab")),
            FindingId.LOST_DNS_REPLY,
            Confidence.CERTAIN);
    assertThat(finding.why())
        .startsWith("Answered only when sent again: 3; answers of this server")
        .contains("in all: 9, nine of ten within 0.005 s. ")
        .contains("Longest stall: asked in frame 14, again in frame 15, answered in frame 16")
        .contains("0.005 s after the repetition and 7.01 s after it was asked first");
    assertThat(finding.not()).contains("Not a slow server");
  }

  /** A time to live of 0 forbids keeping; twenty lookups at two a second are worth a word. */
  @ParameterizedTest
  @CsvSource({"20, 500, true", "19, 500, false", "20, 501, false"})
  void saysThatAnswersMayNotBeKept(int lookups, int intervalMs, boolean reported) {
    DnsScene scene = new DnsScene();
    for (int n = 0; n < lookups; n++) {
      scene.query(n * intervalMs, 2000 + n, n, "a.lab", A);
      scene.answer(n * intervalMs + 5, 2000 + n, Wire.dnsAnswer(n, "a.lab", A, 0, 0, BACKEND));
    }
    assertThat(Diagnosing.of(scene).undecided().stream().map(Diagnosis.Suspicion::why))
        .hasSize(reported ? 1 : 0)
        .allMatch(why -> why.contains("looks a.lab up " + lookups + " times"));
  }

  private static void connect(DnsScene scene, double at, int port) {
    new TcpConversation(scene, CLIENT, port, BACKEND, 80)
        .open(at)
        .send(at + 0.9, 50)
        .reply(at + 1, 70);
  }

  /** What a lookup was for, and whether its answer could have been kept, in the sentence. */
  @Test
  void saysWhatEachLookupWasFor() {
    DnsScene forbidden = new DnsScene();
    DnsScene kept = new DnsScene();
    for (int n = 0; n < 20; n++) {
      forbidden.query(n * 100, 2000 + n, n, "a.lab", A);
      forbidden.answer(n * 100 + 5, 2000 + n, Wire.dnsAnswer(n, "a.lab", A, 0, 0, BACKEND));
      connect(forbidden, n * 100 + 6, 4000 + n);
      lookUp(kept, n * 100, 5, n, "a.lab");
    }
    Finding each = Diagnosing.of(forbidden).findings().get(0);
    assertThat(each.confidence()).isEqualTo(Confidence.CERTAIN);
    assertThat(each.why())
        .startsWith("20 lookups, 10.0 per second. The answers forbid keeping them")
        .contains("20 connections were opened to its addresses and carried 20 requests");
    assertThat(each.not()).doesNotContain("What speaks against it");
    Finding inferred = Diagnosing.of(kept).findings().get(0);
    assertThat(inferred.confidence()).isEqualTo(Confidence.LIKELY);
    assertThat(inferred.why())
        .contains("19 of them while an answer was still valid (time to live 30 s)")
        .contains("The capture shows no connections to its addresses");
    assertThat(inferred.not()).contains("What speaks against it");
  }

  /** Bursts at an interval; the address is used in the silences if that is asked for. */
  private static Finding stampede(int bursts, int everyMs, boolean used) {
    DnsScene scene = new DnsScene();
    for (int i = 0; i < bursts; i++) {
      double at = i * everyMs;
      int size = used ? 8 + i % 2 * 2 : 8;
      for (int n = 0; n < size; n++) {
        scene.query(at + n * 0.01, 2000 + n, n, "a.lab", A);
      }
      for (int n = 0; n < size; n++) {
        scene.answer(at + 5 + n * 0.01, 2000 + n, n, "a.lab", A);
      }
      for (int n = 0; used && n < 5; n++) {
        connect(scene, at + 29_000 + n * 10, 4000 + i * 10 + n);
      }
    }
    Finding finding = Diagnosing.of(scene).findings().get(0);
    assertThat(finding.id()).isEqualTo(FindingId.DNS_STAMPEDE);
    return finding;
  }

  @Test
  void saysFromWhatAStampedeIsInferred() {
    Finding certain = stampede(3, 30_000, true);
    assertThat(certain.confidence()).isEqualTo(Confidence.CERTAIN);
    assertThat(certain.why())
        .contains("3 bursts of 8 to 10 identical lookups")
        .contains("(the records' time to live is 30 s)")
        .contains("In every silence it continued to open connections")
        .contains("(10 of them)");
    assertThat(certain.not()).doesNotContain("What speaks against it");
    Finding likely = stampede(3, 3000, false);
    assertThat(likely.confidence()).isEqualTo(Confidence.LIKELY);
    assertThat(likely.why())
        .contains("one every 3.0 to 3.0 s, and silence between them")
        .contains("inferred from the interval");
    assertThat(likely.not()).contains("What speaks against it: a job that starts many workers");
  }

  /** A request that was answered waits no longer. */
  @Test
  void countsWaitingRequestsUntilTheyAreAnswered() {
    DnsScene scene = new DnsScene();
    // Forty requests to the client, one after the other, each answered before the next comes; it
    // makes a lookup for each of them while it has it.
    for (int n = 0; n < 40; n++) {
      double at = n * 20;
      TcpConversation talk =
          new TcpConversation(scene, "10.0.0.200", 5000 + n, CLIENT, 8080)
              .open(at)
              .send(at + 0.9, 100);
      lookUp(scene, at + 1, 18, n, "a.lab");
      talk.reply(at + 19.2, 100);
    }
    List<Diagnosis.Suspicion> open = Diagnosing.of(scene).undecided();
    assertThat(open).hasSize(1);
    assertThat(open.get(0).why()).contains("the capture shows no requests that waited meanwhile");
  }
}
