package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import java.time.Duration;
import java.util.Map;

/**
 * The router forgets connections that were idle. It drops what is sent on them, as many load
 * balancers, NAT gateways and firewalls do, or answers with a reset, as the NAT gateways of clouds
 * do. A FIN on a forgotten connection is fine; data on it is contact.
 *
 * @param after idle time after which a connection is forgotten, that of the real device; 5 s to 30
 *     min
 * @param resets whether it resets what it drops otherwise
 */
public record IdleDropped(Duration after, boolean resets) implements NetworkCondition {

  /**
   * Checks the idle time.
   *
   * @param after 5 s to 30 min
   * @param resets whether it resets
   */
  public IdleDropped {
    boolean ok = after.toSeconds() >= 5 && after.toSeconds() <= 1800;
    ArgumentCheck.require(ok, "after, the idle time, of 5s to 30m", after);
  }

  /**
   * Drops what is sent.
   *
   * @param after 5 s to 30 min
   */
  public IdleDropped(Duration after) {
    this(after, false);
  }

  @Override
  public About about() {
    return About.of(resets ? "idle-reset" : "idle-dropped", after.toSeconds());
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
    return new CountedRun(bed) {
      private final Connections opened = new Connections(bed.parts().router(), bed.addresses());

      @Override
      void begin() {
        String chain = resets ? "filter INPUT" : "mangle PREROUTING";
        String target = resets ? OpenConnections.RESET : "-j DROP";
        opened.pause(after, clients);
        opened.forgetIdle(router, chain, target);
      }

      @Override
      ExposureCounts exposure(String client, Rounds rounds, Traffic.Counts sent) {
        // A reset comes at once: a device that resets ends these before a request.
        long dead = packets("data:" + client) + (resets ? 0 : packets("woken:" + client));
        long calls = sent.total();
        long forgotten = opened.forgotten(client);
        return exposure(
            calls > 0 && forgotten > 0 ? forgotten : calls,
            dead,
            dead > 0 ? "dead-connection-used" : opened.habit(client),
            "%s, data on %d of them; holds for %s"
                .formatted(opened.describe(client), dead, networks(dead, client)));
      }

      /** What the measured pause says about networks with other idle times. */
      private String networks(long dead, String client) {
        if (opened.habit(client).equals("connection-per-request")) {
          return "every network";
        }
        String when = dead > 0 ? "within " : "after at least ";
        return "networks that forget " + when + after.toSeconds() + " s";
      }
    };
  }
}
