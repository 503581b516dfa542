package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ClientSeen;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * The router forgets connections that were idle, and drops what is sent on them, as many load
 * balancers, NAT gateways and firewalls do. Counts connections with data after that; a FIN on a
 * forgotten connection is fine.
 *
 * @param after idle time after which a connection is forgotten, that of the real device; at least 5
 *     s
 */
public record IdleDropped(Duration after) implements NetworkCondition {

  /**
   * Checks the idle time.
   *
   * @param after at least 5 s
   */
  public IdleDropped {
    ArgumentCheck.that(after.toSeconds() >= 5, "an idle time of at least 5 s", after);
  }

  @Override
  public About about() {
    return new About(
        "idle-dropped",
        "forgets connections that were idle for " + after.toSeconds() + " s and drops their data",
        URI.create("https://learn.microsoft.com/en-us/azure/load-balancer/load-balancer-tcp-reset"),
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
    return new CountedRun(bed) {
      private final Connections connections = Connections.of(bed, router, traffic);

      @Override
      void count(String client) {
        connections.watch(client);
        router.add(Connections.ends(client, router));
        String from = "-s " + client + " -m conntrack --ctstate INVALID ";
        String once = " " + router.oncePerConnection("data:" + client);
        Rules.TLS_ALERTS.forEach(
            alert -> router.add(Rule.drop("mangle PREROUTING", from + alert, "alert:" + client)));
        router.add(
            Rule.count("mangle PREROUTING", from + Rules.REQUEST + once, "data:" + client),
            Rule.drop("mangle PREROUTING", from + "-p tcp", "dropped:" + client));
      }

      @Override
      void begin() {
        connections.awaitIdle(2 * after.toSeconds() + 5);
      }

      @Override
      public long exposure(String client) {
        long calls = traffic.counts(client).all();
        long forgotten = connections.forgotten(client);
        return calls == 0 || forgotten == 0 ? calls : forgotten;
      }

      @Override
      public boolean proven(String client, int requests) {
        return since("data:" + client) >= requests;
      }

      @Override
      public ClientSeen observe(String client, Answers answers) {
        long dead = since("data:" + client);
        String reason = dead > 0 ? "dead-connection-used" : connections.habit(client);
        String text = connections.describe(client) + "; data on " + dead + " of them";
        return observed(exposure(client), dead, answers.asked(), reason, text);
      }
    };
  }
}
