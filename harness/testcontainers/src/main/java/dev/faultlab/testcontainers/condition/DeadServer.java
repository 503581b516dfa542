package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import dev.faultlab.testcontainers.condition.Rules.Rule;

/**
 * The first of two name servers gets silent; the second one answers as before. Counts queries for
 * an upstream's name at each of them, and connections, in which no query can be seen.
 */
public record DeadServer() implements NetworkCondition {
  @Override
  public About about() {
    return About.of("dead-server");
  }

  @Override
  public boolean twoNameServers() {
    return true;
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
    String dead = bed.parts().secondNameServerAddress();
    String live = bed.parts().nameServerAddress();
    return new CountedRun(bed) {
      @Override
      void count(String client) {
        count(client, dead, "dead:" + client);
        count(client, live, "live:" + client);
      }

      private void count(String client, String to, String label) {
        String port = "-s " + client + " -d " + to + " --dport 53 ";
        names.add(names.oncePerConnection("raw PREROUTING", Rules.SYN + " " + port, label));
        for (String name : bed.names()) {
          names.add(Rule.count("raw PREROUTING", "-p udp " + port + Rules.asksFor(name), label));
        }
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
      ExposureCounts exposure(String client, Rounds rounds, Traffic.Counts sent) {
        long asked = since("dead:" + client);
        long next = since("live:" + client);
        boolean harmed = rounds.harmed() > 0;
        String harm = next == 0 ? "asks-only-the-first-server" : "gives-up-too-early";
        return exposure(
            // Answered by one server or none: no request waited for the other.
            harmed || asked > 0 && next > 0 ? asked + next : 0,
            asked,
            harmed ? harm : "asks-the-next-server",
            "%d queries to the dead server, %d to the live one".formatted(asked, next));
      }
    };
  }
}
