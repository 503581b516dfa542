package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.time.Duration;

/**
 * The upstream's machine starts again: what is sent on old connections gets a reset, new ones are
 * refused, and then they work. For each client the outage begins with the first call that meets it.
 *
 * @param down how long new connections are refused, 1 s to 6 s
 */
public record UpstreamRestarts(Duration down) implements NetworkCondition {
  /** With it, the canary that waits ends before it counts as one that hangs. */
  private static final long MAX_SECONDS = 6;

  /**
   * Checks the time.
   *
   * @param down 1 s to 6 s
   */
  public UpstreamRestarts {
    boolean ok = down.toMillis() % 1000 == 0 && down.toSeconds() >= 1;
    ArgumentCheck.require(
        ok && down.toSeconds() <= MAX_SECONDS, "down in whole seconds, 1s to 6s", down);
  }

  @Override
  public About about() {
    return About.of("upstream-restarts", down.toSeconds(), down.plusSeconds(2).toSeconds());
  }

  @Override
  public Running start(Testbed bed) {
    return new OpenConnections(bed) {
      @Override
      void begin() {
        mark();
        for (String client : clients) {
          String from = "-s " + client + " ";
          String began = "began:" + client;
          String outage = " -m recent --rsource --name " + router.name(began);
          String begins = " " + router.first(began, 1) + outage + " --set";
          String during = from + Rules.SYN + outage + " --rcheck --seconds " + down.toSeconds();
          router.add(
              Rule.count("mangle PREROUTING", from + Rules.SYN + begins, began),
              Rule.count("mangle PREROUTING", from + Rules.REQUEST + begins, began),
              router.oncePerConnection("filter FORWARD", during, "refused:" + client),
              new Rule("filter FORWARD", during, RESET, "reset:" + client));
        }
        applyRules("filter FORWARD", RESET);
      }

      @Override
      ExposureCounts exposure(String client, Rounds rounds, Traffic.Counts sent) {
        long used = packets("data:" + client);
        long refused = packets("refused:" + client);
        return exposure(
            used + refused,
            used + refused,
            rounds.harmed() > 0 ? "fails-while-down" : "tries-again",
            refused + " connections refused, " + describe(client, used));
      }
    };
  }
}
