package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.testcontainers.BuiltImages.Tools;
import dev.faultlab.testcontainers.DelayedDns.Failure;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The name server against dig; each test has names of its own. */
class DelayedDnsIT {
  private static DelayedDns dns;
  private static Tools client;

  @BeforeAll
  static void start() {
    BuiltImages.use();
    dns = new DelayedDns().behindDeadServer().address("first.test", 30, "192.0.2.1");
    client = dns.resolves(BuiltImages.tools());
    client.start();
  }

  @AfterAll
  static void stop() {
    client.stop();
    dns.stop();
  }

  @Test
  void answersForItsNamesOnly() {
    dns.address("two.test", 7, "192.0.2.2", "192.0.2.3", "2001:db8::2");
    assertThat(dig("two.test")).contains("status: NOERROR", "\t7\tIN\tA\t192.0.2.2", "192.0.2.3");
    assertThat(dig("TWO.test. AAAA")).contains("2001:db8::2").doesNotContain("192.0.2.3");
    assertThat(dig("two.test MX")).contains("status: NOERROR", "ANSWER: 0");
    assertThat(dig("sub.two.test")).contains("status: NXDOMAIN");
    assertThat(dig("other.test")).contains("status: NXDOMAIN");
  }

  @Test
  void movesANameAndKeepsItsTtl() {
    dns.address("moves.test", 9, "192.0.2.4").moveTo("moves.test", client);
    assertThat(dig("moves.test"))
        .contains("\t9\tIN\tA\t" + Sidecars.address(client))
        .doesNotContain("192.0.2.4");
  }

  @Test
  void delaysSideBySide() {
    dns.address("late.test", 30, "192.0.2.5").delay("late.test", Duration.ofMillis(300));
    assertThat(millis(dig("late.test"))).isGreaterThanOrEqualTo(299);
    dns.delay("late.test", Duration.ofMillis(3500));
    String dig = dig("late.test");
    assertThat(dig).contains("192.0.2.5");
    assertThat(millis(dig)).isGreaterThanOrEqualTo(3499);
  }

  @Test
  void failsUntilItIsGivenAnAddress() {
    dns.fail("fails.test", Failure.SERVFAIL);
    assertThat(dig("fails.test")).contains("status: SERVFAIL");
    dns.fail("fails.test", Failure.NXDOMAIN);
    assertThat(dig("fails.test")).contains("status: NXDOMAIN");
    dns.fail("fails.test", Failure.NO_ANSWER);
    assertThat(dig("fails.test +time=1")).contains("no servers could be reached");
    dns.address("fails.test", 30, "192.0.2.6");
    assertThat(dig("fails.test")).contains("192.0.2.6");
  }

  @Test
  void losesOneAnswer() {
    dns.address("lost.test", 30, "192.0.2.7").loseAnswers("lost.test", 1);
    assertThat(dig("lost.test +time=1")).contains("no servers could be reached");
    assertThat(dig("lost.test +time=2")).contains("192.0.2.7");
  }

  @Test
  void aDeadServerStandsBeforeIt() {
    assertThat(client.bash("cat /etc/resolv.conf"))
        .containsPattern("(?s)nameserver .*nameserver " + Pattern.quote(Sidecars.address(dns)));
    assertThat(client.bash("dig +tries=1 +time=1 first.test")).contains("192.0.2.1", "timed out");
  }

  @Test
  void refusesWhatIsNoNameOrAddress() {
    assertThatThrownBy(() -> dns.address("a b", 1, "192.0.2.1")).hasMessageContaining("\"a b\"");
    assertThatThrownBy(() -> dns.address("a.test", 1, "backend"))
        .hasMessageContaining("expected an IPv4 or IPv6 address, found \"backend\"");
  }

  private static String dig(String words) {
    return client.bash("dig +tries=1 +time=5 @" + Sidecars.address(dns) + " " + words);
  }

  private static long millis(String dig) {
    Matcher matcher = Pattern.compile("Query time: (\\d+) msec").matcher(dig);
    assertThat(matcher.find()).as(dig).isTrue();
    return Long.parseLong(matcher.group(1));
  }
}
