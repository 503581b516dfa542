package dev.faultlab.testcontainers.condition;

import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.net.URI;

/**
 * Replies of the name server get lost: for each client the first, and every n-th after it. Counts
 * lost replies, and requests that failed.
 *
 * @param every n, at least 2
 */
public record LostDns(int every) implements NetworkCondition {

  /**
   * Checks n.
   *
   * @param every at least 2
   */
  public LostDns {
    if (every < 2) {
      throw new IllegalArgumentException("expected every 2nd reply or fewer, found " + every);
    }
  }

  @Override
  public About about() {
    return new About(
        "lost-dns",
        "loses one in " + every + " replies of the name server",
        URI.create("https://github.com/kubernetes/kubernetes/issues/56903"),
        "restart the service or close its connections, so that it looks the name up",
        Canary.that("asks once", "tries=1", "wait=1"),
        Canary.that("asks again when there is no answer", "tries=5", "wait=1"));
  }

  @Override
  public Running start(Testbed bed) {
    return new CountedRun(bed) {
      @Override
      void begin() {
        awaitTtl();
        for (String client : clients) {
          String replies = "-d " + client + " -p udp --sport 53";
          String nth = " -m statistic --mode nth --every " + every + " --packet 0";
          names.add(
              Rule.count("mangle OUTPUT", replies, "replies:" + client),
              Rule.drop("mangle OUTPUT", replies + nth, "lost:" + client));
        }
      }

      @Override
      public long exposure(String client) {
        return names.packets("lost:" + client);
      }

      @Override
      public Observation observe(String client, Answers answers) {
        long lost = exposure(client);
        long replies = names.packets("replies:" + client);
        return failures(
            lost,
            answers,
            "fails-without-a-reply",
            "asks-again",
            "%d of %d replies lost",
            lost,
            replies);
      }
    };
  }
}
