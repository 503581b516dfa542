package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.seen.ClientResult;
import dev.faultlab.seen.SentRequest;
import dev.faultlab.seen.State;
import dev.faultlab.testcontainers.condition.Client;
import dev.faultlab.testcontainers.condition.DeadServer;
import dev.faultlab.testcontainers.condition.LostDns;
import dev.faultlab.testcontainers.condition.SlowDns;
import dev.faultlab.testcontainers.condition.Trial;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Conditions of lookups. curl has the resolver of glibc: it looks up A and AAAA for each request,
 * and asks again after 5 s.
 */
class DnsConditionIT extends ConditionTestbed {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "slow-dns     | delay=50ms  | curl                   | present 16/16 | lookup-per-request | 16",
        "lost-dns     | replies=1   | connection=tested idle=0s tries=5 wait=1s | absent 0/n (heals) | asks-again |",
        "slow-dns     | delay=50ms  | connection=tested idle=0s lookup=ttl | absent 0/16 | keeps-answers | 1",
        "lost-dns     | replies=4   | tries=1 wait=1s        | present 4/n (fails once) | fails-without-a-reply |",
        "lost-dns     | replies=1   | curl                   | absent 0/n (heals) | asks-again |",
        "dead-server  |             | connection=kept        | not exercised | not-exercised | 0",
        "dead-server  |             | curl                   | absent 0/n (heals) | asks-the-next-server |",
        "dead-server  |             | curl --connect-timeout 2 | present (stays broken) | asks-only-the-first-server |",
      })
  void aHabitIsKnownByWhatIsCounted(
      String id, String setting, String habit, String brief, String reason, Long exposed) {
    isKnown(id, setting, habit, brief, reason, exposed);
  }

  /** A lookup beside requests on kept connections, as Go starts it for a connection in reserve. */
  @Test
  void aDeadServerProvesNothingIfNoRequestWaitsForALookup() {
    // A round that overlaps more than the ones before opens connections, which are no lookups here.
    Client lookingUp =
        new DelegatingClient(client(KEEPS, "lookup=once")) {
          @Override
          public List<SentRequest> ask(int requests, int atOnce, Duration wait) {
            String dead = bed.bed().parts().secondNameServerAddress();
            service.bash("dig +tries=1 +time=1 @" + dead + " backend.test || true");
            return client.ask(requests, atOnce, wait);
          }
        };
    ClientResult seen = observe(new DeadServer(), lookingUp);
    assertThat(seen.brief()).isEqualTo("not exercised");
    assertThat(seen.text()).containsPattern("[1-9]\\d* queries to the dead server, 0 to the live");
  }

  /** A welcome page, or a cache: it looks healthy under every condition. */
  @Test
  void answersWithoutACallAreInconclusive() {
    Client welcome = client("run=true");
    try (Trial trial = Trial.start(bed.bed(), new SlowDns(Duration.ofMillis(100)))) {
      ClientResult seen = trial.run(welcome).seen().service();
      assertThat(seen.state()).isEqualTo(State.UNKNOWN);
      assertThat(seen.text()).startsWith("16 requests caused 0 calls at the router; a cache");
    }
  }

  @Test
  void requestsThatFailBeforehandAreInconclusive() {
    Client broken = client("run=echo why; false");
    try (Trial trial = Trial.start(bed.bed(), new LostDns(1))) {
      assertThat(trial.run(broken).seen().service().text())
          .isEqualTo("0 of 8 requests were answered before the condition (exit status 1: why)");
    }
  }
}
