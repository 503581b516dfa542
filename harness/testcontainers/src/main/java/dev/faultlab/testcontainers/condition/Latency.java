package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import dev.faultlab.seen.SentRequest.Ending;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.time.Duration;
import java.util.List;

/**
 * All that comes from the upstream comes later. The router sends it into a pair of devices instead
 * of to the client; the program {@code caller} sends it on from there, because not every kernel has
 * netem. Lookups stay quick.
 *
 * @param delay of each packet to the client, 200 ms to 4 s
 */
public record Latency(Duration delay) implements NetworkCondition {
  private static final String DEVICE = "faultlab-late";
  private static final int TABLE = 47;

  /** Without offloads, as on a wire: one packet at a time, with its checksum. */
  private static final String ADD_DELAY =
      """
      set -e
      ip link add %1$s0 type veth peer name %1$s1
      ethtool -K %1$s0 tx off gso off tso off >/dev/null
      ip link set %1$s0 arp off up
      ip link set %1$s1 arp off up
      ip route add default dev %1$s0 table %2$d
      # What comes from the program goes directly.
      ip rule add pref %2$d iif lo lookup main
      for client in "$@"; do ip rule add pref %3$d to "$client" lookup %2$d; done
      """
          .formatted(DEVICE, TABLE, TABLE + 1);

  private static final String NO_DELAY =
      """
      for pref in %2$d %3$d; do while ip rule del pref $pref 2>/dev/null; do :; done; done
      ip link del %1$s0 2>/dev/null || true
      """
          .formatted(DEVICE, TABLE, TABLE + 1);

  /**
   * Checks the delay.
   *
   * @param delay 200 ms to 4 s: a new connection with a request takes it twice, and a canary hangs
   *     after 10 s
   */
  public Latency {
    boolean ok = delay.toMillis() >= 200 && delay.toMillis() <= 4000;
    ArgumentCheck.require(ok, "a delay of 200ms to 4s", delay);
  }

  @Override
  public About about() {
    return About.of("latency", delay.toMillis(), delay.toMillis() * 4 / 5);
  }

  @Override
  public Running start(Testbed bed) {
    Part part = bed.parts().router();
    return new CountedRun(bed) {
      @Override
      void begin() {
        part.bash(ADD_DELAY, clients.toArray(String[]::new));
        Caller.start(part, "", "delay", DEVICE + 1, "" + delay.toMillis());
        for (String client : clients) {
          String to = "-p tcp -d " + client;
          router.add(
              Rule.count("mangle POSTROUTING", to + " -o " + DEVICE + 0, "late:" + client),
              // The second time they belong to no connection of the router.
              new Rule("raw OUTPUT", to, "-j CT --notrack", "sent:" + client));
        }
      }

      @Override
      ExposureCounts exposure(String client, Rounds rounds, Traffic.Counts sent) {
        long late = packets("late:" + client);
        boolean failed = rounds.requests().stream().anyMatch(r -> r.ending() == Ending.FAILED);
        String reason = failed ? "gives-up-early" : rounds.harmed() > 0 ? "too-late" : "waits";
        return exposure(late, late, reason, late + " packets were late");
      }

      @Override
      public void close() {
        Trial.closeAll(List.of(() -> part.bash(NO_DELAY), () -> Caller.stop(part), super::close));
      }
    };
  }
}
