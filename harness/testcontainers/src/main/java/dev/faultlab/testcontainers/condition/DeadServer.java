package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ClientSeen;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.net.URI;
import java.time.Duration;

/**
 * The first of two name servers gets silent; the second one answers as before. Counts queries at
 * each of them, and requests that failed.
 */
public record DeadServer() implements NetworkCondition {
  /** A resolver asks the next server after 5 s (resolv.conf(5)), also if its request gave up. */
  private static final Duration NEXT = Duration.ofSeconds(8);

  @Override
  public About about() {
    return new About(
        "dead-server",
        "silences the first of two name servers",
        URI.create("https://github.com/mikepultz/netdns2/issues/27"),
        "restart the service or close its connections, so that it looks the name up",
        Canary.that("asks only the first name server", "ask=first", "tries=1"),
        Canary.that("asks the next name server", "wait=1"));
  }

  @Override
  public boolean twoNameServers() {
    return true;
  }

  @Override
  public Running start(Testbed bed) {
    String dead = bed.parts().secondNameServerAddress();
    String live = bed.parts().nameServerAddress();
    return new CountedRun(bed) {
      private long began;

      @Override
      void count(String client) {
        String from = "-s " + client + " -p udp --dport 53 -d ";
        names.add(
            Rule.count("raw PREROUTING", from + dead, "dead:" + client),
            Rule.count("raw PREROUTING", from + live, "live:" + client));
      }

      @Override
      void begin() {
        awaitTtl();
        for (String protocol : new String[] {"udp", "tcp"}) {
          String queries = "-d " + dead + " -p " + protocol + " --dport 53";
          names.add(Rule.drop("mangle PREROUTING", queries, "dropped"));
        }
        began = System.nanoTime();
      }

      @Override
      public long exposure(String client) {
        return since("dead:" + client);
      }

      @Override
      public ClientSeen observe(String client, Answers answers) {
        Duration left = NEXT.minusNanos(System.nanoTime() - began);
        if (answers.failed() > 0) {
          Polling.until(left.toSeconds(), () -> since("live:" + client) > 0);
        }
        long asked = exposure(client);
        long live = since("live:" + client);
        // Answered with no answer of a name server: not one of these requests waited for a lookup.
        return failures(
            live == 0 && answers.complete() ? 0 : asked,
            answers,
            live == 0 ? "asks-only-the-first-server" : "gives-up-too-early",
            "asks-the-next-server",
            "%d queries to the dead server, %d to the live one".formatted(asked, live));
      }
    };
  }
}
