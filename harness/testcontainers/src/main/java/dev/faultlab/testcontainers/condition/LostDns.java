package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ClientSeen;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.net.URI;

/**
 * The first replies of the name server to each client get lost; all others arrive. Counts lost
 * replies, and requests that failed. One lost reply is what resolvers are made for; with more, some
 * give up although they ask again.
 *
 * @param replies how many, at least 1
 */
public record LostDns(int replies) implements NetworkCondition {

  /**
   * Checks the number.
   *
   * @param replies at least 1
   */
  public LostDns {
    ArgumentCheck.that(replies >= 1, "at least 1 lost reply", replies);
  }

  @Override
  public About about() {
    return new About(
        "lost-dns",
        "loses the first " + replies + " of the name server's replies to each client",
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
          String sent = "-d " + client + " -p udp --sport 53 ";
          String first = names.first("lost:" + client, replies);
          names.add(
              Rule.count("mangle OUTPUT", sent, "replies:" + client),
              Rule.drop("mangle OUTPUT", sent + first, "lost:" + client));
        }
      }

      @Override
      public long exposure(String client) {
        return names.packets("lost:" + client);
      }

      @Override
      public ClientSeen observe(String client, Answers answers) {
        long lost = exposure(client);
        long all = names.packets("replies:" + client);
        // Answered with no answer of a name server: not one of these requests waited for a lookup.
        long met = lost == all && answers.complete() ? 0 : lost;
        String text = "%d of %d replies lost".formatted(lost, all);
        return failures(met, answers, "fails-without-a-reply", "asks-again", text);
      }
    };
  }
}
