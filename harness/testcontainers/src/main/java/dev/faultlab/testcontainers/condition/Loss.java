package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import dev.faultlab.testcontainers.condition.Rules.Rule;

/**
 * Of all packets to and from each client, lookups too, some are lost by chance. TCP repeats what is
 * lost; a client that asks for a name once, or gives up early, does not.
 *
 * @param percent of packets that are lost in each direction, 2 to 10
 */
public record Loss(int percent) implements NetworkCondition {
  private static final int CONCURRENCY = 8;

  /** Losses that a round should have in lookups alone: none has a chance of one in a thousand. */
  private static final int EXPECTED_LOSSES = 7;

  /**
   * Checks the rate.
   *
   * @param percent 2 to 10
   */
  public Loss {
    ArgumentCheck.require(percent >= 2 && percent <= 10, "2 to 10 percent", percent);
  }

  @Override
  public About about() {
    return About.of("loss", percent);
  }

  @Override
  public Load load() {
    int requests = EXPECTED_LOSSES * 100 / (2 * percent);
    return new Load((requests / CONCURRENCY + 1) * CONCURRENCY, CONCURRENCY, 0);
  }

  @Override
  public Running start(Testbed bed) {
    return new CountedRun(bed) {
      @Override
      void begin() {
        String chance = " -m statistic --mode random --probability " + percent / 100.0;
        for (String client : clients) {
          String from = "-s " + client + chance;
          String to = "-d " + client + chance;
          router.add(
              Rule.drop("mangle PREROUTING", from, "lost:" + client),
              Rule.drop("mangle FORWARD", to, "lost:" + client));
          names.add(
              Rule.drop("mangle PREROUTING", from + " -p udp --dport 53", "lost:" + client),
              Rule.drop("mangle OUTPUT", to + " -p udp --sport 53", "lost:" + client));
        }
      }

      @Override
      ExposureCounts exposure(String client, Rounds rounds, Traffic.Counts sent) {
        long lost = packets("lost:" + client);
        String reason = rounds.harmed() > 0 ? "fails-without-a-packet" : "repeats-what-is-lost";
        return exposure(lost, lost, reason, lost + " packets lost");
      }
    };
  }
}
