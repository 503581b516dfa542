package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.util.HashMap;
import java.util.Map;

/**
 * The NAT has few ports for each client, and none comes free while the trial runs: later
 * connections get no answer. A service that opens one for each request runs out of ports; one that
 * reuses a few does not. While it opens connections and has ports left, it is asked on.
 *
 * @param ports of each client, 8 to 36: no fewer than requests are sent at the same time
 */
public record NarrowPorts(int ports) implements NetworkCondition {
  private static final int PARALLEL = 8;

  /**
   * Checks the number.
   *
   * @param ports 8 to 36
   */
  public NarrowPorts {
    ArgumentCheck.require(ports >= PARALLEL && ports <= Rules.MAX_PACKETS, "8 to 36 ports", ports);
  }

  @Override
  public About about() {
    return About.of("narrow-ports", ports);
  }

  @Override
  public Load load() {
    return new Load(4 * ports / PARALLEL * PARALLEL, PARALLEL, 0);
  }

  @Override
  public long seconds() {
    return 30;
  }

  @Override
  public Running start(Testbed bed) {
    return new CountedRun(bed) {
      private final Map<String, Long> openedBefore = new HashMap<>();
      private long began;

      @Override
      void begin() {
        began = System.nanoTime();
        for (String client : clients) {
          String opens = "-s " + client + " " + Rules.SYN + " ";
          String opened = "opened:" + client;
          router.add(
              new Rule(
                  "mangle PREROUTING", opens + router.first(opened, ports), "-j ACCEPT", opened),
              router.oncePerConnection("mangle PREROUTING", opens, "refused:" + client),
              Rule.drop("mangle PREROUTING", opens, "dropped:" + client));
        }
      }

      @Override
      public boolean approaching(String client) {
        Map<String, Long> counts = router.packets();
        long opened = counts.getOrDefault("opened:" + client, 0L);
        Long earlier = openedBefore.put(client, opened);
        return counts.getOrDefault("refused:" + client, 0L) == 0
            && opened > (earlier == null ? 0 : earlier);
      }

      @Override
      ExposureCounts exposure(String client, Rounds rounds, Traffic.Counts sent) {
        long refused = packets("refused:" + client);
        long opened = refused + packets("opened:" + client);
        double seconds = (System.nanoTime() - began) / 1e9;
        String text =
            "%d connections opened in %.0f s, %d of them without a port"
                .formatted(opened, seconds, refused);
        if (refused == 0 && opened > 0) {
          text += "; at that rate %d ports last %.0f s".formatted(ports, ports * seconds / opened);
        }
        String fine = opened == 0 ? "reuses-connections" : "opens-few-connections";
        return exposure(sent.total(), refused, refused > 0 ? "runs-out-of-ports" : fine, text);
      }
    };
  }
}
