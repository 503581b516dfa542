package dev.faultlab.diagnose;

import java.util.List;

/**
 * Serialised look-ups of one name: one after the other although several requests wait.
 *
 * <p>From DNS alone, eight threads behind one lock look exactly like one thread, or like a loop. So
 * it is certain only where other traffic shows the difference: requests to the client were waiting
 * for an answer while it looked up, and somebody in it was using the name's address at the same
 * time, so it has more than one worker and they still never looked up together.
 */
final class Serialised {
  private Serialised() {}

  static void conclude(NameWatch watch, Conclusions out) {
    SerialWatch serial = watch.serial;
    if (!serial.isChain()) {
      return;
    }
    int most = serial.maxOutstanding();
    if (most == 1 && serial.othersWaited()) {
      out.found(finding(watch, Finding.Confidence.CERTAIN));
    } else if (most > 1
        && most <= 4
        && serial.othersWaited()
        && serial.maxWaiting() >= 2 * most + 1) {
      out.found(finding(watch, Finding.Confidence.LIKELY));
    } else if (most == 1) {
      out.undecided(FindingId.SERIALISED_LOOKUPS, suspicion(watch));
    }
  }

  private static String suspicion(NameWatch watch) {
    SerialWatch serial = watch.serial;
    return String.format(
        "%s looks %s up %d times, strictly one after the other and without a pause (frames %d to"
            + " %d, %.1f ms each, %.0f per second). Threads behind one lock look like that, and so"
            + " does a single thread: %s",
        watch.client,
        watch.name,
        serial.lookups(),
        serial.firstFrame(),
        serial.lastFrame(),
        serial.meanMillis(),
        serial.perSecond(),
        serial.maxWaiting() < 2
            ? "the capture shows no requests that waited meanwhile. Capture the requests to this"
                + " client and its calls as well."
            : "up to "
                + serial.maxWaiting()
                + " requests waited for this client meanwhile, but nothing shows that more than"
                + " one worker serves them.");
  }

  private static Finding finding(NameWatch watch, Finding.Confidence confidence) {
    SerialWatch serial = watch.serial;
    String subject = watch.client + " looking up " + watch.name;
    String processes =
        serial.maxOutstanding() > 1
            ? " As many at once as there are processes with a lock of their own."
            : "";
    return new Finding(
        FindingId.SERIALISED_LOOKUPS,
        confidence,
        subject,
        String.format("%s, frames %d to %d", subject, serial.firstFrame(), serial.lastFrame()),
        List.of(serial.firstFrame(), serial.lastFrame()),
        String.format(
            "%d look-ups, never more than %d under way, %d of them begun in the moment in which the"
                + " one before ended. Meanwhile up to %d requests waited for this client (at %d of"
                + " the look-ups at least 2), and %d times it used an address of the name while it"
                + " was looking the name up, so it has several workers. Look-ups are capped at one"
                + " per answer time: %.0f per second at %.1f ms.%s",
            serial.lookups(),
            serial.maxOutstanding(),
            serial.backToBack(),
            serial.maxWaiting(),
            serial.whileWaiting(),
            serial.overlapCount(),
            serial.perSecond(),
            serial.meanMillis(),
            processes),
        "Not a single thread or a loop (others were at work during the look-ups), not a cached name"
            + " (that is not looked up at all), not a slow server alone (it was never asked"
            + " twice at once).",
        "Java: let InetAddress cache (security property networkaddress.cache.ttl above 0), keep"
            + " connections alive, or resolve without InetAddress (Netty, dnsjava). A"
            + " JEP 418 provider does not help, the lock is above it.");
  }
}
