package dev.faultlab.capture.dns;

import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What counts as DNS, and when a query counts as lost.
 *
 * @param ports server ports; queries go to them, answers come from them
 * @param giveUpNanos how long after its last transmission an unanswered query still counts as
 *     outstanding. Resolvers wait 5 s per attempt by default (resolv.conf(5) timeout:, Go
 *     net/dnsconfig_unix.go), 10 s in glibc's last round.
 * @param retryAfterNanos the age from which a query counts as given up when the same name and type
 *     follows under another id (Go's resolver retries so). The smallest time-out that resolv.conf
 *     can set is 1 s.
 * @param timelines whether to keep every change of the number outstanding, for plots
 */
public record DnsOptions(
    Set<Integer> ports, long giveUpNanos, long retryAfterNanos, boolean timelines) {

  public DnsOptions {
    ports = Set.copyOf(ports);
  }

  public static DnsOptions standard() {
    return new DnsOptions(
        Set.of(53), TimeUnit.SECONDS.toNanos(15), TimeUnit.MILLISECONDS.toNanos(950), false);
  }

  public DnsOptions withTimelines() {
    return new DnsOptions(ports, giveUpNanos, retryAfterNanos, true);
  }
}
