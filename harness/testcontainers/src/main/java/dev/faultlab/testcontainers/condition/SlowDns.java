package dev.faultlab.testcontainers.condition;

import static java.util.Comparator.comparingLong;

import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import dev.faultlab.seen.State;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The name server answers late. Counts lookups: a service that looks its upstream up for each
 * request waits each time, however fast the upstream is. As many lookups of an upstream as requests
 * are a fault, if no more than twice as many connections to it began: a service that calls by
 * itself may do so more often than its interval says. One lookup for four requests or fewer are
 * none.
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
      private final Map<String, Map<String, Long>> atStart = new HashMap<>();

      @Override
      void count(String client) {
        Set<Rule> rules = new LinkedHashSet<>(); // upstreams may share a name
        for (Upstream each : bed.upstreams()) {
          String query = "-s " + client + " -p udp --dport 53 " + Rules.asksFor(each.name());
          rules.add(Rule.count("raw PREROUTING", query, "lookups:" + client + ":" + each.front()));
        }
        names.add(List.copyOf(rules));
      }

      @Override
      void begin() {
        answer(Upstream::front, delay, LONG_TTL);
      }

      @Override
      ExposureCounts exposure(String client, Rounds rounds, Traffic.Counts sent) {
        List<String> ends = bed.fronts().stream().map(front -> client + ":" + front).toList();
        if (rounds.requests().isEmpty()) {
          atStart.put(client, now);
        }
        Map<String, Long> start = atStart.getOrDefault(client, before);
        ToLongFunction<String> later =
            each -> packets("lookups:" + each) - start.getOrDefault("lookups:" + each, 0L);
        ToLongFunction<String> all = each -> since("lookups:" + each);
        String most = Collections.max(ends, comparingLong(later).thenComparingLong(all));
        long lookups = all.applyAsLong(most);
        long asked = later.applyAsLong(most);
        long opened = packets("opened:" + most) - start.getOrDefault("opened:" + most, 0L);
        boolean perRequest = asked >= rounds.asked() && asked * 2 >= opened;
        boolean forSome = !perRequest && lookups * 4 > rounds.asked();
        State state = forSome ? State.UNKNOWN : perRequest ? State.PRESENT : State.ABSENT;
        String reason = forSome ? "some" : perRequest ? "lookup-per-request" : "keeps-answers";
        String text =
            "%d lookups for %d requests and %d new connections"
                .formatted(asked, rounds.asked(), opened);
        text += lookups > asked ? ", %d lookups before them".formatted(lookups - asked) : "";
        return counted(state, lookups, perRequest ? rounds.asked() : 0, reason, text);
      }
    };
  }
}
