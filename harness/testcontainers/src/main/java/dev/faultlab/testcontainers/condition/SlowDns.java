package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import dev.faultlab.seen.State;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The name server answers late. Counts lookups: a service that looks its upstream up for each
 * request waits each time, however fast the upstream is. As many lookups as requests are a fault;
 * one in four or fewer are none.
 *
 * @param delay of each answer, at most 4 s, which is below the 5 s that resolvers wait
 */
public record SlowDns(Duration delay) implements NetworkCondition {

  /** Longer than the requests take, also on a slow machine. */
  private static final int LONG_TTL = 120;

  /**
   * Checks the delay.
   *
   * @param delay at most 4 s
   */
  public SlowDns {
    boolean ok = !delay.isNegative() && delay.toMillis() <= 4000;
    ArgumentCheck.require(ok, "a delay of at most 4s", delay);
  }

  @Override
  public About about() {
    return About.of("slow-dns", delay.toMillis());
  }

  /** One after the other, because clients share lookups that are under way at the same time. */
  @Override
  public Load load() {
    return new Load(16, 1, 0);
  }

  @Override
  public boolean counts() {
    return true;
  }

  @Override
  public boolean hitsAtStart() {
    return true;
  }

  @Override
  public long seconds() {
    return Zone.TTL + load().requests() * delay.toMillis() / 1000;
  }

  @Override
  public Running start(Testbed bed) {
    return new CountedRun(bed) {
      private final Map<String, Long> atStart = new HashMap<>();

      @Override
      void count(String client) {
        for (String name : bed.names()) {
          String query = "-s " + client + " -p udp --dport 53 " + Rules.asksFor(name);
          names.add(Rule.count("raw PREROUTING", query, "lookups:" + client));
        }
      }

      @Override
      void begin() {
        answer(Upstream::front, delay, LONG_TTL);
      }

      @Override
      ExposureCounts exposure(String client, Rounds rounds, Traffic.Counts sent) {
        long lookups = since("lookups:" + client);
        long asked = rounds.asked();
        if (rounds.requests().isEmpty()) {
          atStart.put(client, lookups);
        }
        long before = atStart.getOrDefault(client, 0L);
        boolean perRequest = lookups - before >= asked;
        boolean forSome = !perRequest && lookups * 4 > asked;
        State state = forSome ? State.UNKNOWN : perRequest ? State.PRESENT : State.ABSENT;
        String reason = forSome ? "some" : perRequest ? "lookup-per-request" : "keeps-answers";
        String text = "%d lookups for %d requests".formatted(lookups - before, asked);
        text += before > 0 ? ", %d before them".formatted(before) : "";
        return counted(state, lookups, perRequest ? asked : 0, reason, text);
      }
    };
  }
}
