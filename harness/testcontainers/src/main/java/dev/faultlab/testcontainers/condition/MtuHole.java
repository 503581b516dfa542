package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ClientSeen;
import dev.faultlab.seen.State;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.net.URI;

/**
 * The path behind the router takes only smaller packets, and the message that says so gets lost, so
 * large requests hang. Counts small requests that are served meanwhile: a service that stops all of
 * them has no bulkhead.
 */
public record MtuHole() implements NetworkCondition {
  private static final String NARROW =
      "ip route replace $1/32 dev $(ip -o route get $1 | sed -E 's/.* dev ([^ ]+).*/\\1/')"
          + " mtu lock 1280";
  private static final String WIDE = "ip route del $1/32 2>/dev/null || true";

  @Override
  public About about() {
    return new About(
        "mtu-hole",
        "drops packets of more than 1280 bytes without a message, so large requests hang",
        URI.create("https://www.rfc-editor.org/rfc/rfc2923"),
        "give a larger body to the large request, and let it cause a call",
        Canary.that("has one worker for all requests", "workers=1"),
        Canary.that("has a worker for each request", "workers=24"));
  }

  @Override
  public Load load() {
    return new Load(8, 4, 4, 20);
  }

  @Override
  public Running start(Testbed bed) {
    return new CountedRun(bed) {
      @Override
      void count(String client) {
        String icmp = "-d " + client + " -p icmp --icmp-type fragmentation-needed";
        router.add(
            Rule.drop("mangle OUTPUT", icmp, "large:" + client),
            Rule.count(
                "mangle POSTROUTING", "-d " + client + " " + Rules.DATA, "replies:" + client));
      }

      @Override
      void begin() {
        bed.upstreams().forEach(each -> bed.parts().router().bash(NARROW, each.target()));
      }

      @Override
      public void close() {
        bed.upstreams().forEach(each -> bed.parts().router().bash(WIDE, each.target()));
        super.close();
      }

      @Override
      public long exposure(String client) {
        return since("large:" + client);
      }

      @Override
      public ClientSeen observe(String client, Answers answers) {
        long held = exposure(client);
        long replies = since("replies:" + client);
        Served served = new Served(answers, before("replies:" + client), replies);
        String text =
            "%d packets were too large, the upstream sent %d replies; %s"
                .formatted(held, replies, answers);
        int asked = answers.asked();
        if (served.unclear()) {
          return observed(State.UNKNOWN, held, served.stopped(), asked, "unanswered", text);
        }
        String reason = served.stopped() > 0 ? "no-bulkhead" : "serves-others";
        return observed(held, served.stopped(), asked, reason, text);
      }
    };
  }
}
