package dev.faultlab.testcontainers.condition;

import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The router forgets connections that were idle, and drops what is sent on them, as many load
 * balancers, NAT gateways and firewalls do. Counts connections with data after that; a FIN on a
 * forgotten connection is fine.
 *
 * @param after idle time after which a connection is forgotten, that of the real device; at least 2
 *     s
 */
public record IdleDropped(Duration after) implements NetworkCondition {

  /** Checks the idle time. */
  public IdleDropped {
    if (after.toSeconds() < 2) {
      throw new IllegalArgumentException("expected an idle time of at least 2 s, found " + after);
    }
  }

  @Override
  public About about() {
    return new About(
        "idle-dropped",
        "forgets connections that were idle for " + after.toSeconds() + " s and drops their data",
        URI.create("https://learn.microsoft.com/azure/load-balancer/load-balancer-tcp-reset"),
        "let each request cause a call: a cache in the service may answer instead",
        Canary.that("keeps its connections for ever", "connection=kept"),
        Canary.that("closes a connection that was idle", "connection=polite"));
  }

  @Override
  public Map<String, String> routerSysctls() {
    return Map.of(
        "net.ipv4.ip_forward", "1",
        "net.netfilter.nf_conntrack_tcp_loose", "0",
        "net.netfilter.nf_conntrack_tcp_be_liberal", "1",
        "net.netfilter.nf_conntrack_tcp_timeout_established", "" + after.toSeconds());
  }

  @Override
  public Running start(Testbed bed) {
    Connections connections = new Connections(bed);
    return new CountedRun(bed) {
      @Override
      void count(String client) {
        String from = "-s " + client + " -p tcp -m conntrack --ctstate INVALID ";
        String once = " " + router.oncePerConnection("data:" + client);
        router.add(
            List.of(
                Rule.drop("mangle PREROUTING", from + Rules.TLS_ALERT, "alert:" + client),
                Rule.count("mangle PREROUTING", from + Rules.DATA + once, "data:" + client),
                Rule.drop("mangle PREROUTING", from, "dropped:" + client)));
      }

      @Override
      void begin() {
        connections.awaitIdle(after.toSeconds());
      }

      @Override
      public long exposure(String client) {
        return connections.forgotten(client);
      }

      @Override
      public Observation observe(String client, Answers answers) {
        long dead = router.packets("data:" + client);
        long calls = traffic.counts(client).all();
        String open = connections.describe(client);
        return judge(calls, dead, answers.asked())
            .because(dead > 0 ? "dead-connection-used" : connections.habit(client))
            .saying("%s; data on %d of them, %d calls after the pause", open, dead, calls);
      }
    };
  }
}
