package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.Course;
import dev.faultlab.seen.Met;
import dev.faultlab.seen.Rounds;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The router forgets connections that were idle, and drops what is sent on them, as many load
 * balancers, NAT gateways and firewalls do. A FIN on a forgotten connection is fine; data on it is
 * contact.
 *
 * @param after idle time after which a connection is forgotten, that of the real device; at least 5
 *     s
 */
public record IdleDropped(Duration after) implements NetworkCondition {
  static final String HINT =
      "let each request cause a call: a cache in the service may answer instead";

  /**
   * Checks the idle time.
   *
   * @param after at least 5 s
   */
  public IdleDropped {
    check(after);
  }

  static void check(Duration after) {
    ArgumentCheck.that(after.toSeconds() >= 5, "an idle time of at least 5 s", after);
  }

  @Override
  public About about() {
    return new About(
        "idle-dropped",
        "forgets connections that were idle for " + after.toSeconds() + " s and drops their data",
        URI.create("https://learn.microsoft.com/en-us/azure/load-balancer/load-balancer-tcp-reset"),
        HINT,
        canaries("a time-out"));
  }

  /** One for each course. */
  static List<Canary> canaries(String failure) {
    String limit = "limit=1s";
    return List.of(
        Canary.that(
            Course.STAYS_BROKEN,
            "keeps its connections after " + failure,
            "connection=stuck",
            limit),
        Canary.that(
            Course.FAILS_ONCE, "closes its connections after " + failure, "connection=kept", limit),
        Canary.that(Course.HEALS, "tests a connection that was idle", "connection=tested", limit),
        Canary.that(
            Course.AVOIDS, "closes a connection that was idle", "connection=polite", limit));
  }

  @Override
  public Map<String, String> routerSysctls() {
    return Connections.SYSCTLS;
  }

  @Override
  public long seconds() {
    return after.toSeconds();
  }

  @Override
  public Running start(Testbed bed) {
    return start(bed, after, "mangle PREROUTING", "-j DROP");
  }

  /** The same with another end of what is sent on forgotten connections. */
  static Running start(Testbed bed, Duration after, String chain, String target) {
    return new CountedRun(bed) {
      private final Connections connections =
          new Connections(bed.parts().router(), bed.addresses());

      @Override
      void begin() {
        connections.pause(after, clients);
        connections.forgetIdle(router, chain, target);
      }

      @Override
      Met met(String client, Rounds rounds, Traffic.Counts sent) {
        long dead = packets("data:" + client);
        long calls = sent.all();
        long forgotten = connections.forgotten(client);
        return met(
            calls > 0 && forgotten > 0 ? forgotten : calls,
            dead,
            dead > 0 ? "dead-connection-used" : connections.habit(client),
            "%s, data on %d of them; holds for %s"
                .formatted(connections.describe(client), dead, networks(dead, client)));
      }

      /** What one pause says of other idle times. */
      private String networks(long dead, String client) {
        if (connections.habit(client).equals("connection-per-request")) {
          return "every network";
        }
        String when = dead > 0 ? "within " : "after at least ";
        return "networks that forget " + when + after.toSeconds() + " s";
      }
    };
  }
}
