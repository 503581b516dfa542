package dev.faultlab.testcontainers.condition;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * The router forgets connections that were idle, as {@link IdleDropped}, and answers what is sent
 * on them with a reset: the NAT gateways of clouds do so.
 *
 * @param after idle time after which a connection is forgotten, that of the real device; at least 5
 *     s
 */
public record IdleReset(Duration after) implements NetworkCondition {

  /**
   * Checks the idle time.
   *
   * @param after at least 5 s
   */
  public IdleReset {
    IdleDropped.check(after);
  }

  @Override
  public About about() {
    return new About(
        "idle-reset",
        "forgets connections that were idle for "
            + after.toSeconds()
            + " s and resets them when used",
        URI.create("https://github.com/urllib3/urllib3/issues/3184"),
        IdleDropped.HINT,
        IdleDropped.canaries("an error"));
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
    return IdleDropped.start(bed, after, "filter INPUT", OpenConnections.RESET);
  }
}
