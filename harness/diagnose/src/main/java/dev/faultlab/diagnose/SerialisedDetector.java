package dev.faultlab.diagnose;

import dev.faultlab.pattern.OneAtATime;
import dev.faultlab.pattern.OneAtATime.Demand;
import java.util.List;
import java.util.Optional;

/**
 * Serialised lookups of one name: one after the other although several requests wait.
 *
 * <p>From DNS alone, eight threads behind one lock look exactly like one thread, or like a loop. So
 * it is certain only if other traffic shows the difference. Requests to the client waited for an
 * answer while it looked up, and one of its workers connected to the name's address at the same
 * time. Then it has more than one worker, and they still never looked up together.
 *
 * <p>Thresholds, with their units:
 *
 * <ul>
 *   <li>lookups: at least 20, and waiting requests: at least 2 ({@link
 *       dev.faultlab.pattern.OneAtATime.Demand#SEEN}).
 *   <li>chain: 80 % of the lookups begin within 0.5 ms of the end of the previous one, and lookups
 *       take half of the time; a lock is passed on much faster than 0.5 ms.
 *   <li>several workers: at 80 % of the lookups requests waited, and at half of them the client
 *       used a new connection to an address of the name.
 *   <li>connections: at most 3 for 2 lookups; callers that share a lookup open more.
 *   <li>a stall is a lookup of more than 10 times the geometric mean; it does not count for the
 *       usual duration.
 *   <li><em>likely</em> with up to 4 lookups at once, if at least twice as many requests, and one
 *       more, waited: several processes, each with its own lock.
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/detector-accuracy.md has the measured errors.
 */
final class SerialisedDetector extends Detector {
  /**
   * Above that number, several processes with a lock each are not the simplest explanation any
   * more.
   */
  private static final int PROCESSES = 4;

  SerialisedDetector() {
    super(FindingId.SERIALISED_LOOKUPS, Optional.of(LabFault.of("dns-java", "serialised-lookups")));
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    for (NameWatch watch : facts.names()) {
      if (watch.serial.isChain()) {
        conclude(watch, out);
      }
    }
  }

  private static void conclude(NameWatch watch, Conclusions out) {
    SerialWatch serial = watch.serial;
    int most = serial.maxOutstanding;
    switch (OneAtATime.of(Demand.SEEN, serial.lookups, serial.maxWaiting, most, 0)) {
      case SERIALISED -> {
        if (serial.othersWaited() && eachForItself(watch)) {
          found(watch, !watch.sharesAddress, out);
        } else {
          out.undecided(suspicion(watch));
        }
      }
      case TOO_FEW_CALLERS -> out.undecided(suspicion(watch));
      case CONCURRENT -> {
        boolean fewProcesses = most <= PROCESSES && serial.maxWaiting >= 2 * most + 1;
        if (fewProcesses && serial.othersWaited() && eachForItself(watch)) {
          found(watch, false, out);
        }
      }
      case TOO_FEW_LOOKUPS, DOUBTFUL -> {}
    }
  }

  /**
   * Behind a lock every caller looks up for itself. If callers share a lookup under way (Go's net
   * package, systemd-resolved, dnsmasq from 2.83 on), one also begins as the last ends, but each
   * leads to several connections.
   */
  private static boolean eachForItself(NameWatch watch) {
    return watch.reuse.connects * 2 <= watch.serial.lookups * 3;
  }

  private static String suspicion(NameWatch watch) {
    SerialWatch serial = watch.serial;
    if (!eachForItself(watch)) {
      return String.format(
          "%s looks %s up %d times, strictly one after the other and without a pause (frames %d to"
              + " %d), and opens %d connections to its addresses meanwhile. Callers that share a"
              + " current lookup look the same, and that is not a fault.",
          watch.client,
          watch.name,
          serial.lookups,
          serial.firstFrame,
          serial.lastFrame,
          watch.reuse.connects);
    }
    return String.format(
        "%s looks %s up %d times, strictly one after the other and without a pause (frames %d to"
            + " %d, %s each, %.0f per second). Threads that wait for one lock look like that, and"
            + " so does a single thread: %s",
        watch.client,
        watch.name,
        serial.lookups,
        serial.firstFrame,
        serial.lastFrame,
        Seconds.of(serial.meanNanos()),
        serial.perSecond(),
        serial.maxWaiting < 2
            ? "the capture shows no requests that waited meanwhile. Also capture the requests to"
                + " this client, and its own calls."
            : "up to "
                + serial.maxWaiting
                + " requests waited for this client meanwhile, but nothing shows that more than"
                + " one worker serves them.");
  }

  private static void found(NameWatch watch, boolean certain, Conclusions out) {
    SerialWatch serial = watch.serial;
    String processes =
        serial.maxOutstanding > 1
            ? " There are as many at once as processes with their own lock."
            : "";
    out.found(
        certain,
        Finding.Place.lookingUp(
            watch,
            String.format("frames %d to %d", serial.firstFrame, serial.lastFrame),
            List.of(serial.firstFrame, serial.lastFrame)),
        String.format(
            "%d lookups, never more than %d at once, %d of them begun at the moment when the"
                + " previous one ended. Meanwhile up to %d requests waited for this client (at %d"
                + " of the lookups at least 2). %d times it used a new connection to an address"
                + " of the name during a lookup of the name, so it has several workers. There is"
                + " at most one lookup per answer time: %.0f per second at %s each.%s",
            serial.lookups,
            serial.maxOutstanding,
            serial.backToBack,
            serial.maxWaiting,
            serial.whileWaiting,
            serial.overlaps,
            serial.perSecond(),
            Seconds.of(serial.meanNanos()),
            processes),
        "Not a single thread or a loop (other threads worked during the lookups), not a cached"
            + " name (that would need no lookup), not only a slow server (it never had more"
            + " queries at once).",
        serial.maxOutstanding > 1
            ? "at times there was more than one at once; a pool of that many resolver threads looks"
                + " the same."
            : "the client looks up other names with the same address, so the connections may belong"
                + " to those.",
        "Java: let InetAddress cache (security property networkaddress.cache.ttl above 0), keep"
            + " connections alive, or resolve without InetAddress (Netty, dnsjava). A JEP 418"
            + " provider does not help, because the lock is taken before it is called.");
  }
}
