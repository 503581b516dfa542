package dev.faultlab.diagnose;

import static dev.faultlab.capture.dns.DnsScene.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.dns.DnsScene;
import dev.faultlab.capture.packet.TcpConversation;
import dev.faultlab.capture.packet.Wire;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections to an address that a name had before, and what only looks like it. */
class OutdatedAddressDetectorTest {
  private static final Pattern STEP =
      Pattern.compile("([\\d.]+)(?:([a-z]+)=([\\d,]*)|>(\\d+)(?::(\\d+))?)");

  private final DnsScene scene = new DnsScene();
  private String client = "10.0.0.1";
  private int n;

  /**
   * Steps with their seconds: 20db=1,2 tells the client that db.lab has 10.0.1.1 and 10.0.1.2, with
   * a time to live of 10 s, or no address; 25&gt;1 connects to 10.0.1.1, to port 80 or that behind
   * a colon. @7 is another client from there on.
   */
  private Diagnosis play(String steps) {
    for (String step : steps.trim().split(" +")) {
      if (step.startsWith("@")) {
        client = "10.0.0." + step.substring(1);
        scene.from(client);
        continue;
      }
      Matcher parts = STEP.matcher(step);
      assertThat(parts.matches()).as(step).isTrue();
      double ms = Double.parseDouble(parts.group(1)) * 1000;
      n++;
      if (parts.group(2) == null) {
        int port = parts.group(5) == null ? 80 : Integer.parseInt(parts.group(5));
        new TcpConversation(scene, client, 30_000 + n, "10.0.1." + parts.group(4), port)
            .open(ms)
            .send(ms + 2, 100)
            .reset(ms + 4);
        continue;
      }
      String name = parts.group(2) + ".lab";
      String[] addresses =
          Arrays.stream(parts.group(3).split(","))
              .filter(each -> !each.isEmpty())
              .map(each -> "10.0.1." + each)
              .toArray(String[]::new);
      int code = addresses.length == 0 ? 3 : 0;
      scene.query(ms, 2000 + n, n, name, A);
      scene.answer(ms + 2, 2000 + n, Wire.dnsAnswer(n, name, A, code, 10, addresses));
    }
    return Diagnosing.of(scene);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0db=1 1>1 20db=2 25>1 30>1 35>1 | LIKELY
          # Two connections may have another reason; these come before the expiry or the new answer.
          0db=1 1>1 20db=2 25>1 30>1 11>1 | So few connections may come from a program
          0db=1 1>1 20db=2 14>1 16>1 18>1 | -
          0db=1 1>1 20db=2 20.5>1 21>1 21.5>1 | -
          # The record is valid for longer than the new one has been there.
          0db=1 1>1 3db=2 4>1 6>1 8>1 10>1 | -
          # Answers in turn, among others, of another name.
          0db=1 1>1 20db=2 21>2 40db=1 41>1 42>1 43>1 | -
          0db=1 1>1 20db=2,1 40>1 45>1 50>1 | -
          0db=1 1>1 20db=2 30admin=1 31>1 45>1 50>1 | -
          # "No such name" tells no other address, and another client was told nothing.
          0db=1 1>1 20db= @7 21db=2 @1 30>1 40>1 50>1 | -
          # What another client or another kind of record knows is not another name.
          @7 0admin=1 @1 1db=1 2>1 20db=2 21web=9 30>1 35>1 40>1 | LIKELY
          # The first answer came after 2 ms and is valid for 10 s.
          0db=1 0.001>1 20db=2 30>1 35>1 40>1 | It did not connect there while the answer was valid
          0db=1 0.002>1 20db=2 30>1 35>1 40>1 | LIKELY
          0db=1 10.002>1 20db=2 30>1 35>1 40>1 | LIKELY
          0db=1 10.003>1 20db=2 30>1 35>1 40>1 | It did not connect there while the answer was valid
          # The new answer came at 20.002 s; two seconds of grace follow.
          0db=1 1>1 20db=2 22.002>1 30>1 40>1 | So few connections may come from a program
          0db=1 1>1 20db=2 22.003>1 30>1 40>1 | LIKELY
          # Told three times: valid from the first answer to the end of the last.
          0db=1 20db=1 40db=1 60db=2 1>1 70>1 75>1 80>1 | LIKELY
          0db=1 20db=1 40db=1 60db=2 45>1 70>1 75>1 80>1 | LIKELY
          0db=1 20db=1 40db=1 60db=2 51>1 70>1 75>1 80>1 | It did not connect there
          # DNS over TCP and TLS is no use of an address.
          0db=1 20db=2 1>1:53 30>1:53 35>1:53 40>1:53 | -
          0db=1 20db=2 1>1:853 30>1:853 35>1:853 40>1:853 | -
          0db=1 20db=2 1>1:54 30>1:54 35>1:54 40>1:54 | LIKELY
          """)
  void countsConnectionsAfterTheExpiryAndTheNewAnswer(String steps, String outcome) {
    Diagnosing.hasOutcome(play(steps), FindingId.OUTDATED_ADDRESS, outcome);
  }

  /** The answer is valid until 30.005 s. */
  @ParameterizedTest
  @CsvSource({
    "works(1000), '', outdated-address",
    "works(1000), works(41500) | works(46500) | works(51500),"
        + " outdated-address unanswered-attempts",
    "works(1000), $ 38000?71, unanswered-attempts",
    "works(1000), $ 20000?71 20005x71, unanswered-attempts",
    "works(35000), '', unanswered-attempts",
    "1000s 1001r, '', unanswered-attempts",
  })
  void anExpiredAnswerWasOfUseAndWasNotAskedForAgain(String use, String more, String findings) {
    String late = " | vain(40000) | vain(45000) | vain(50000)";
    String scene = "$ q(0,70) | " + use + late + (more.isEmpty() ? "" : " | " + more);
    assertThat(Diagnosing.of(TcpConversation.play(LookAlikesTest.expand(scene))).findings())
        .extracting(each -> each.id().id())
        .containsExactlyInAnyOrder(findings.split(" "));
  }

  /** A connection that is kept has the old address for good, which is no fault of a cache. */
  @Test
  void isSilentOnAConnectionThatIsKept() {
    play("0db=1");
    TcpConversation kept = new TcpConversation(scene, client, 29_000, "10.0.1.1", 80).open(1000);
    play("20db=2");
    for (int i = 0; i < 5; i++) {
      kept.send(30_000 + i * 1000, 100).reply(30_010 + i * 1000, 100);
    }
    Diagnosing.isSilent(Diagnosing.of(scene));
  }

  @Test
  void namesTheAnswersAndTheConnections() {
    Finding finding = play("0db=1 1>1 20db=2 25>1 30>1 35>1").findings().get(0);
    assertThat(finding.place().subject()).isEqualTo("10.0.0.1 connecting to 10.0.1.1 for db.lab");
    assertThat(finding.why())
        .isEqualTo(
            "10.0.0.1 connects to 10.0.1.1, an old address of db.lab, after it received [10.0.1.2]"
                + " (frame 9) and the old answer (frame 2) had expired: 3 connections, the last"
                + " one 25 s after the expiry.");
    assertThat(finding.place().where()).isEqualTo("10.0.1.1 3 times (frames 10; 15; 20)");
    assertThat(finding.frames()).containsExactly(2L, 9L, 10L, 15L, 20L);
    assertThat(finding.place().filter())
        .isEqualTo(
            "(tcp && ip.addr == 10.0.0.1 && ip.addr == 10.0.1.1)"
                + " || (dns && ip.addr == 10.0.0.1 && lower(dns.qry.name) == \"db.lab\")");
  }

  /** Memory is bounded: of many connections the first and the last 63 are kept. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0db=1 1>1 2>1 20db=2 | 400 | LIKELY",
        "0db=1 1>1 2>1 20db=2 | 60 | LIKELY",
        "0db=1 20db=2 | 400 | only the first and the last 63 are remembered",
        "0db=1 20db=2 | 60 | It did not connect there while the answer was valid",
      })
  void keepsTheFirstAndTheLastOfManyConnections(String before, int late, String outcome) {
    play(before);
    for (int second = 30; second < 30 + late; second++) {
      play(second + ">1");
    }
    Diagnosis diagnosis = Diagnosing.of(scene);
    Diagnosing.hasOutcome(diagnosis, FindingId.OUTDATED_ADDRESS, outcome);
    String why = late == 400 ? "at least 63 connections, the last one 419 s" : ": 60 connections";
    assertThat(diagnosis.findings()).allMatch(each -> each.why().contains(why));
  }
}
