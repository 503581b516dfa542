package dev.faultlab.diagnose;

import dev.faultlab.capture.packet.MemoryBudget;
import java.util.List;

/**
 * A lookup for every request: no DNS cache, and no kept connections.
 *
 * <p>Thresholds, with their units:
 *
 * <ul>
 *   <li>uses of the address: at least 10 ({@link
 *       dev.faultlab.pattern.LookupsPerUse.Minimum#CAPTURE}); one in 4 lookups or connections may
 *       be missing, because a capture begins and ends at any moment.
 *   <li>requests: at most 4 for 3 connections, so that connections are not kept.
 *   <li>lookups while a usable answer was there: at least 10. An answer is usable from 20 ms (the
 *       program stores it) to 5 s after it came, and until 1 s, or a quarter of its TTL if that is
 *       less, before its expiry.
 *   <li><em>certain</em>: all connections have the same initial TTL of an operating system (64, 128
 *       or 255), so no router is in between.
 *   <li>without captured connections: at least 20 lookups, 80 % of them before the answer's expiry,
 *       2 per second, during at least 1 s.
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class PerRequestDetector extends Detector {
  PerRequestDetector(MemoryBudget budget) {
    super(FindingId.LOOKUP_PER_REQUEST, LabFault.of("dns-go", "lookup-per-request"), budget);
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    for (NameWatch watch : facts.names()) {
      // Bursts with silence between them belong to the stampede detector, if there is a cache that
      // can expire.
      boolean hasBursts = watch.bursts.hasSeparateBursts();
      boolean cached = !watch.reuse.oneLookupPerConnection() || watch.bursts.usedInSilence();
      if (!hasBursts || !cached) {
        conclude(watch, out);
      }
    }
  }

  private void conclude(NameWatch watch, Conclusions out) {
    ReuseWatch reuse = watch.reuse;
    if (reuse.onePerConnection() && reuse.hadUsableAnswers()) {
      report(watch, reuse.directFromOneSender && !watch.sharesAddress, out);
    } else if (reuse.onePerConnection()) {
      String began = reuse.whenTheyBegan();
      out.undecided(text("as-often", watch.client, watch.name, reuse.lookups, began));
    } else if (reuse.connects == 0 && reuse.ignoresTtl() && watch.connectedByOthers) {
      out.undecided(text("others-connect", watch.client, watch.name, reuse.lookups));
    } else if (reuse.connects == 0 && reuse.ignoresTtl()) {
      report(watch, false, out);
    } else if (reuse.connects == 0
        && reuse.ttlSeconds == 0
        && reuse.lookups >= 20
        && reuse.perSecond() >= 2) {
      out.undecided(text("no-time", watch.client, watch.name, reuse.lookups));
    }
  }

  private void report(NameWatch watch, boolean certain, Conclusions out) {
    ReuseWatch reuse = watch.reuse;
    String use =
        reuse.connects > 0 ? text("connects", reuse.connects, reuse.requests) : text("no-connects");
    String ttl =
        reuse.asksBeforeExpiry()
            ? text("ttl", reuse.withinTtl, reuse.ttlSeconds)
            : reuse.ttlSeconds == 0 ? text("ttl-zero") : "";
    out.reportAs(
        watch.sharesAddress ? "shared" : reuse.connects > 0 ? "router" : "",
        certain,
        Finding.Place.ofName(
            watch,
            String.format("frames %d to %d", reuse.firstFrame, reuse.lastFrame),
            List.of(reuse.firstFrame, reuse.lastFrame)),
        reuse.lookups,
        reuse.perSecond(),
        ttl,
        use);
  }
}
