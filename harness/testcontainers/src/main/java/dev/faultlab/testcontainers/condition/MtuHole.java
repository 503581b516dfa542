package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import dev.faultlab.testcontainers.condition.Rules.Rule;

/**
 * The path behind the router takes only smaller packets, and the message that says so gets lost, so
 * large requests hang. Counts small requests that are served meanwhile: a service that stops all of
 * them has no bulkhead.
 */
public record MtuHole() implements NetworkCondition {
  private static final String NARROW_ROUTE =
      "ip route replace $1/32 dev $(ip -o route get $1 | sed -E 's/.* dev ([^ ]+).*/\\1/')"
          + " mtu lock 1280";
  private static final String RESTORE_ROUTE = "ip route del $1/32 2>/dev/null || true";

  @Override
  public About about() {
    return About.of("mtu-hole");
  }

  @Override
  public Load load() {
    return new Load(8, 4, 4);
  }

  @Override
  public Running start(Testbed bed) {
    return new CountedRun(bed) {
      @Override
      void count(String client) {
        String icmp = "-d " + client + " -p icmp --icmp-type fragmentation-needed";
        router.add(Rule.drop("mangle OUTPUT", icmp, "large:" + client));
      }

      @Override
      void begin() {
        bed.upstreams().forEach(each -> bed.parts().router().bash(NARROW_ROUTE, each.target()));
      }

      @Override
      public void close() {
        bed.upstreams().forEach(each -> bed.parts().router().bash(RESTORE_ROUTE, each.target()));
        super.close();
      }

      @Override
      ExposureCounts exposure(String client, Rounds rounds, Traffic.Counts sent) {
        long held = since("large:" + client);
        String reason = rounds.harmed() > 0 ? "no-bulkhead" : "serves-others";
        return exposure(held, held, reason, held + " packets were too large");
      }
    };
  }
}
