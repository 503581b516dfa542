package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import dev.faultlab.testcontainers.condition.Rules.Rule;

/**
 * The first replies to each client about an upstream's name get lost; all others arrive. One lost
 * reply is what resolvers are made for; with more, some give up although they ask again.
 *
 * @param replies how many, 1 to 36
 */
public record LostDns(int replies) implements NetworkCondition {

  /**
   * Checks the number.
   *
   * @param replies 1 to 36
   */
  public LostDns {
    ArgumentCheck.require(
        replies >= 1 && replies <= Rules.MAX_PACKETS, "1 to 36 lost replies", replies);
  }

  @Override
  public About about() {
    return About.of("lost-dns", replies);
  }

  @Override
  public boolean hitsAtStart() {
    return true;
  }

  /** A lookup waits 5 s for a reply (resolv.conf(5)). */
  @Override
  public long seconds() {
    return Zone.TTL + 5;
  }

  @Override
  public Running start(Testbed bed) {
    return new CountedRun(bed) {
      @Override
      void begin() {
        awaitTtl();
        for (String client : clients) {
          String first = " " + names.first("lost:" + client, replies);
          for (String name : bed.names()) {
            // A reply repeats its question.
            String sent = "-d " + client + " -p udp --sport 53 " + Rules.asksFor(name);
            names.add(
                Rule.count("mangle OUTPUT", sent, "replies:" + client),
                Rule.drop("mangle OUTPUT", sent + first, "lost:" + client));
          }
        }
      }

      @Override
      ExposureCounts exposure(String client, Rounds rounds, Traffic.Counts sent) {
        long lost = packets("lost:" + client);
        long replies = packets("replies:" + client);
        boolean harmed = rounds.harmed() > 0;
        return exposure(
            // Answered with no answer of a name server: no request waited for a lookup.
            lost == replies && !harmed ? 0 : replies,
            lost,
            harmed ? "fails-without-a-reply" : "asks-again",
            "%d of %d replies lost".formatted(lost, replies));
      }
    };
  }
}
