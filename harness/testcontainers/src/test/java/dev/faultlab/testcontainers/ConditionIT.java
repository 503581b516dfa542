package dev.faultlab.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.seen.ClientResult;
import dev.faultlab.seen.Course;
import dev.faultlab.seen.SentRequest;
import dev.faultlab.testcontainers.condition.AddressFlip;
import dev.faultlab.testcontainers.condition.AddressFlip.Old;
import dev.faultlab.testcontainers.condition.Client;
import dev.faultlab.testcontainers.condition.NarrowPorts;
import dev.faultlab.testcontainers.condition.NetworkCondition;
import dev.faultlab.testcontainers.condition.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions of connections; {@link DnsConditionIT} has those of lookups. */
class ConditionIT extends ConditionTestbed {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "address-flip | old=alive   | connection=kept        | not exercised | not-exercised | 0",
        "address-flip | old=alive   | lookup=once            | present 8/8   | stale-address |",
        "address-flip | old=silent  | connection=kept limit=1s | present 8/n (fails once) | kept-connection |",
        "address-flip | old=refuses | lookup=once            | present (stays broken) | stale-address |",
        "address-flip | old=refuses | connection=kept        | not exercised | not-exercised | 0",
        "address-flip | old=resets  | connection=kept        | present (fails once) | kept-connection |",
        "mtu-hole     |             | connection=kept limit=0s | absent 0/n (heals) | serves-others |",
        "latency      | delay=500ms | connection=kept limit=300ms | present (stays broken) | gives-up-early |",
        "peer-dies    |             | connection=kept limit=1s | present (fails once) | dead-connection-used |",
        "closes-as-reused |         | connection=kept        | present (fails once) | dead-connection-used |",
        "upstream-restarts | down=4s | connection=kept       | present (fails once) | fails-while-down |",
        "loss         | percent=10  | tries=1 wait=1s        | present (stays broken) | fails-without-a-packet |",
      })
  void aHabitIsKnownByWhatIsCounted(
      String id, String setting, String habit, String brief, String reason, Long exposed) {
    isKnown(id, setting, habit, brief, reason, exposed);
  }

  /** Sends two requests as one, unless it has only one, or never when it is told to cache. */
  private static Client sharing(Client client, boolean caches) {
    return new DelegatingClient(client) {
      @Override
      public List<SentRequest> ask(int requests, int atOnce, Duration wait) {
        int sent = caches && requests == 1 ? 0 : Math.max(1, requests / 2);
        List<SentRequest> asked = new ArrayList<>(client.ask(sent, sent, wait));
        asked.addAll(asked.subList(0, Math.min(asked.size(), requests - sent)));
        return asked;
      }
    };
  }

  @Test
  void requestsMayShareACallButOneAloneMustCauseOne() {
    NetworkCondition flip = new AddressFlip(Old.ALIVE, Duration.ZERO);
    assertThat(observe(flip, sharing(client(), false)).reason()).isEqualTo("follows-the-name");
    try (Trial trial = Trial.start(bed.bed(), flip)) {
      ClientResult cached = trial.run(sharing(client(KEEPS), true)).seen().service();
      assertThat(cached.reason()).isEqualTo("not-ready");
      assertThat(cached.text()).startsWith("8 requests caused 4 calls at the router");
    }
  }

  /** Its requests do not overlap, so the gate holds each answer for longer than it waits. */
  @Test
  void aServiceMayGiveUpBeforeTheGateOpens() {
    Client impatient =
        new DelegatingClient(curl("--max-time 1")) {
          @Override
          public List<SentRequest> ask(int requests, int atOnce, Duration wait) {
            return client.ask(requests, 1, wait);
          }
        };
    ClientResult seen = observe(new AddressFlip(Old.ALIVE, Duration.ZERO), impatient);
    assertThat(seen.brief()).isEqualTo("absent 0/8");
  }

  @Test
  void aProgramThatOpensAConnectionPerRequestRunsOutOfPorts() {
    ClientResult seen = observe(new NarrowPorts(8), curl("--connect-timeout 1"));
    assertThat(seen.course()).contains(Course.STAYS_BROKEN);
    assertThat(seen.reason()).isEqualTo("runs-out-of-ports");
    assertThat(seen.of() - seen.affected()).isEqualTo(8);
  }
}
