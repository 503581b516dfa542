package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * DNS stampede: when a cached name expires, every waiting client asks at once, because the cache
 * does not merge lookups under way.
 *
 * <p>Thresholds, with their units:
 *
 * <ul>
 *   <li>lookups of one name at once in a burst: at least 5 ({@link
 *       dev.faultlab.pattern.ConcurrentLookups#MIN_CAPTURED}); two or three may be chance.
 *   <li>bursts: at least 2; 3 for <em>likely</em> without a cache that is in use, because two runs
 *       of a job a minute apart match the TTL of many records.
 *   <li>lookups outside of bursts: at most 10 % of those inside.
 *   <li>silence between bursts: at least 200 ms and 5 times the longest burst. A pause of up to 20
 *       ms does not end a burst.
 *   <li>steady interval: at least 3 bursts, and the longest interval is at most 25 % above the
 *       shortest. Interval at the TTL: from 90 % of it to 110 % and 0.5 s.
 *   <li>uses between bursts for <em>certain</em>: at least 10, and the last one in the last quarter
 *       of each silence; a single use may be another program's.
 *   <li>sizes of bursts for <em>certain</em>: the largest is at least 25 % larger than the
 *       smallest, and no lookup is outside of bursts. Busy processes with a cache each, started
 *       together, send bursts of one size.
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class StampedeDetector extends Detector {
  /** A single use between two bursts may be another program's. */
  private static final int MIN_USES = 10;

  private static final int MAX_SERVERS = 10_000;

  /** Name servers that answer in the capture. */
  private final Set<Address> answering = new HashSet<>();

  /** Two runs of a job that are a minute apart match the time to live of many records. */
  private static final int MIN_BURSTS = 3;

  StampedeDetector(MemoryBudget budget) {
    super(FindingId.DNS_STAMPEDE, LabFault.of("dns-go", "stampede"), budget);
  }

  @Override
  void exchange(DnsExchange exchange) {
    if (exchange.answer().isPresent() && answering.size() < MAX_SERVERS) {
      answering.add(exchange.server().address());
    }
  }

  /** The client is a name server itself, or is behind the loopback address of one. */
  private boolean isForwarder(Address client) {
    boolean isLocal = answering.stream().anyMatch(Address::isLoopback);
    return answering.contains(client) || isLocal && !client.isLoopback();
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    for (NameWatch watch : facts.names()) {
      if (watch.bursts.hasSeparateBursts()) {
        conclude(watch, out);
      }
    }
  }

  private void conclude(NameWatch watch, Conclusions out) {
    BurstWatch bursts = watch.bursts;
    if (watch.reuse.oneLookupPerConnection()) {
      if (bursts.usedInSilence()) {
        out.undecided(
            text(
                "rarely-used",
                watch.client,
                bursts.sizes.getCount(),
                bursts.sizes(),
                watch.name,
                bursts.framesText()));
      }
      return;
    }
    boolean atTtl = bursts.intervalIs(watch.reuse.ttlSeconds);
    boolean atExpiry = bursts.isRegular() || atTtl;
    boolean cached = bursts.usedFromCache() && !watch.sharesAddress;
    if (atExpiry && cached && bursts.usedBetween >= MIN_USES && bursts.sizesVary()) {
      report(watch, true, atTtl, out);
    } else if (atExpiry && (bursts.sizes.getCount() >= MIN_BURSTS || bursts.usedFromCache())) {
      report(watch, false, atTtl, out);
    } else {
      out.undecided(
          text(
              "parallel",
              watch.client,
              bursts.sizes.getCount(),
              bursts.sizes(),
              watch.name,
              bursts.framesText(),
              atExpiry
                  ? "and two bursts are too few to decide"
                  : "neither at a steady interval nor at that of the records' time to live"));
    }
  }

  private void report(NameWatch watch, boolean certain, boolean atTtl, Conclusions out) {
    BurstWatch bursts = watch.bursts;
    String cache =
        certain
            ? text("in-use", bursts.usedBetween)
            : text(bursts.usedBetween > 0 ? "between" : "no-use", bursts.usedBetween);
    boolean isForwarder = isForwarder(watch.client);
    out.reportAs(
        isForwarder ? "forwarder" : "",
        // The lab's fixes are for a program.
        isForwarder ? LabFault.of("dns-go") : lab,
        certain,
        Finding.Place.ofName(
            watch,
            "bursts beginning with frames " + bursts.framesText(),
            List.copyOf(bursts.frames)),
        bursts.sizes.getCount(),
        bursts.sizes(),
        bursts.intervals(),
        atTtl ? " (the records' time to live is " + watch.reuse.ttlSeconds + " s)" : "",
        cache);
  }
}
