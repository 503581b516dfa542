package dev.faultlab.diagnose;

import java.util.List;
import java.util.Optional;

/**
 * A lookup for every request: no DNS cache, and no kept connections.
 *
 * <p>Thresholds, with their units:
 *
 * <ul>
 *   <li>uses of the address: at least 10 ({@link dev.faultlab.pattern.LookupsPerUse.Demand#SEEN});
 *       one in 4 lookups or connections may be missing, because a capture begins and ends at any
 *       moment.
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
 * <p>A threshold without a source is our choice; docs/detector-accuracy.md has the measured errors.
 */
final class PerRequestDetector extends Detector {
  PerRequestDetector() {
    super(FindingId.LOOKUP_PER_REQUEST, Optional.of(LabFault.of("dns-go", "lookup-per-request")));
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    for (NameWatch watch : facts.names()) {
      // Bursts with silence between them belong to the stampede detector, if there is a cache that
      // can expire.
      boolean bursts = watch.bursts.isPattern();
      boolean cached = !watch.reuse.oneLookupPerConnection() || watch.bursts.usedInSilence();
      if (!bursts || !cached) {
        conclude(watch, out);
      }
    }
  }

  private static void conclude(NameWatch watch, Conclusions out) {
    ReuseWatch reuse = watch.reuse;
    if (reuse.onePerConnection() && reuse.hadAnAnswer()) {
      found(watch, reuse.straightFromOneKind && !watch.sharesAddress, out);
    } else if (reuse.onePerConnection()) {
      out.undecided(
          String.format(
              "%s looks %s up %d times and connects as often. Of these lookups %s.",
              watch.client, watch.name, reuse.lookups, reuse.whenTheyBegan()));
    } else if (reuse.connects == 0 && reuse.ignoresTtl() && watch.connectedByOthers) {
      out.undecided(
          String.format(
              "%s looks %s up %d times while answers are valid, and another client connects to"
                  + " the name's addresses: the lookups may belong to that client's requests, or"
                  + " to none.",
              watch.client, watch.name, reuse.lookups));
    } else if (reuse.connects == 0 && reuse.ignoresTtl()) {
      found(watch, false, out);
    } else if (reuse.connects == 0
        && reuse.ttlSeconds == 0
        && reuse.lookups >= 20
        && reuse.perSecond() >= 2) {
      out.undecided(
          String.format(
              "%s looks %s up %d times, but the answers have a time to live of 0 s and forbid"
                  + " keeping them; the capture does not show whether each lookup belongs to one"
                  + " request.",
              watch.client, watch.name, reuse.lookups));
    }
  }

  private static void found(NameWatch watch, boolean certain, Conclusions out) {
    ReuseWatch reuse = watch.reuse;
    String use =
        reuse.connects > 0
            ? String.format(
                "%d connections were opened to its addresses and carried %d requests: one lookup"
                    + " for each.",
                reuse.connects, reuse.requests)
            : "The capture shows no connections to its addresses, so the purpose of each lookup"
                + " is inferred.";
    String ttl =
        reuse.asksBeforeExpiry()
            ? String.format(
                "%d of them while an answer was still valid (time to live %d s). ",
                reuse.withinTtl, reuse.ttlSeconds)
            : reuse.ttlSeconds == 0
                ? "The answers forbid keeping them (time to live 0 s), so only connections that"
                    + " are kept alive would save lookups. "
                : "";
    String doubt =
        watch.sharesAddress
            ? "the client looks up other names with the same address, so the connections may"
                + " belong to those."
            : reuse.connects > 0
                ? "the connections' time to live shows a router in between or several kinds of"
                    + " senders, so several machines behind an address translation may look like"
                    + " one."
                : "a program that only looks up, such as a monitor, sends the same queries.";
    out.found(
        certain,
        Finding.Place.lookingUp(
            watch,
            String.format("frames %d to %d", reuse.firstFrame, reuse.lastFrame),
            List.of(reuse.firstFrame, reuse.lastFrame)),
        String.format(
            "%d lookups, %.1f per second. %s%s", reuse.lookups, reuse.perSecond(), ttl, use),
        "Not expiry (answers were still valid, or connections were not reused either), not"
            + " retransmissions (counted apart). Several processes at one address, each with its"
            + " own cache, would look up less often than they connect. If each process connects"
            + " only once, there is still a lookup for each request, and only a shared cache"
            + " avoids it.",
        doubt,
        "Keep connections alive first: then a request needs no lookup. Otherwise cache answers for"
            + " their time to live (JVM: networkaddress.cache.ttl; Go: a caching dialer that"
            + " merges and expires; host: a local caching resolver).");
  }
}
