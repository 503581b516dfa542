package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.Course;
import dev.faultlab.seen.Met;
import dev.faultlab.seen.Rounds;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.net.URI;
import java.util.List;

/**
 * The first of two name servers gets silent; the second one answers as before. Counts queries at
 * each of them.
 */
public record DeadServer() implements NetworkCondition {
  @Override
  public About about() {
    return new About(
        "dead-server",
        "silences the first of two name servers",
        URI.create("https://github.com/mikepultz/netdns2/issues/27"),
        "restart the service or close its connections, so that it looks the name up",
        List.of(
            Canary.that(
                Course.STAYS_BROKEN,
                "asks only the first name server",
                "ask=first",
                "tries=1",
                "wait=1s"),
            Canary.that(Course.HEALS, "asks the next name server", "wait=1s")));
  }

  @Override
  public boolean twoNameServers() {
    return true;
  }

  @Override
  public boolean metAtStart() {
    return true;
  }

  @Override
  public Running start(Testbed bed) {
    String dead = bed.parts().secondNameServerAddress();
    String live = bed.parts().nameServerAddress();
    return new CountedRun(bed) {
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
      }

      @Override
      Met met(String client, Rounds rounds, Traffic.Counts sent) {
        long asked = since("dead:" + client);
        long next = since("live:" + client);
        boolean harmed = rounds.harmed() > 0;
        String harm = next == 0 ? "asks-only-the-first-server" : "gives-up-too-early";
        return met(
            // Answered with no answer of a name server: no request waited for a lookup.
            next == 0 && !harmed ? 0 : asked + next,
            asked,
            harmed ? harm : "asks-the-next-server",
            "%d queries to the dead server, %d to the live one".formatted(asked, next));
      }
    };
  }
}
