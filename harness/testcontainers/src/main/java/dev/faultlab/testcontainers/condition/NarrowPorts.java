package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ClientSeen;
import dev.faultlab.seen.State;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.net.URI;

/**
 * The NAT has few ports for each client, and none comes free while the trial runs: later
 * connections get no answer. Counts refused connections. A service that opens one for each request
 * runs out of ports; one that reuses a few does not.
 *
 * @param ports of each client, more than a trial sends requests at the same time
 */
public record NarrowPorts(int ports) implements NetworkCondition {
  private static final int AT_ONCE = 8;

  /**
   * Checks the number.
   *
   * @param ports at least 8
   */
  public NarrowPorts {
    ArgumentCheck.that(ports >= AT_ONCE, "at least 8 ports", ports);
  }

  @Override
  public About about() {
    return new About(
        "narrow-ports",
        "lets each client open " + ports + " more connections",
        URI.create(
            "https://learn.microsoft.com/en-us/azure/api-management/troubleshoot-response-timeout-and-errors"),
        "let each request cause a call: a cache in the service may answer instead",
        Canary.that("opens a connection for each request", "connection=each"),
        Canary.that("reuses its connections", "connection=kept"));
  }

  @Override
  public Load load() {
    return new Load(4 * ports / AT_ONCE * AT_ONCE, AT_ONCE, 0, Client.PATIENCE_SECONDS);
  }

  @Override
  public Running start(Testbed bed) {
    return new CountedRun(bed) {
      @Override
      void begin() {
        for (String client : clients) {
          String opens = "-s " + client + " " + Rules.SYN + " ";
          String opened = "opened:" + client;
          String once = router.oncePerConnection("refused:" + client);
          router.add(
              new Rule(
                  "mangle PREROUTING", opens + router.first(opened, ports), "-j ACCEPT", opened),
              Rule.count("mangle PREROUTING", opens + once, "refused:" + client),
              Rule.drop("mangle PREROUTING", opens, "dropped:" + client));
        }
      }

      @Override
      public long exposure(String client) {
        return traffic.counts(client).all();
      }

      @Override
      public boolean proven(String client, int requests) {
        return router.packets("refused:" + client) >= AT_ONCE;
      }

      @Override
      public ClientSeen observe(String client, Answers answers) {
        long refused = router.packets("refused:" + client);
        long opened = refused + router.packets("opened:" + client);
        String text =
            "%d connections opened, %d of them without a port; %s"
                .formatted(opened, refused, answers);
        if (refused == 0 && !answers.complete()) {
          return observed(State.UNKNOWN, exposure(client), 0, opened, "unanswered", text);
        }
        String fine = opened == 0 ? "reuses-connections" : "opens-few-connections";
        String reason = refused > 0 ? "runs-out-of-ports" : fine;
        return observed(exposure(client), refused, opened, reason, text);
      }
    };
  }
}
