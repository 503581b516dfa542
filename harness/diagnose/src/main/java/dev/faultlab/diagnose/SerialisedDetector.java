package dev.faultlab.diagnose;

import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.pattern.OneAtATime;
import dev.faultlab.pattern.OneAtATime.Minimum;
import java.util.List;

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
 *       dev.faultlab.pattern.OneAtATime.Minimum#CAPTURE}).
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
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class SerialisedDetector extends Detector {
  /**
   * Above that number, several processes with a lock each are not the simplest explanation any
   * more.
   */
  private static final int PROCESSES = 4;

  SerialisedDetector(MemoryBudget budget) {
    super(FindingId.SERIALISED_LOOKUPS, LabFault.of("dns-java", "serialised-lookups"), budget);
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    for (NameWatch watch : facts.names()) {
      if (watch.serial.isChain()) {
        conclude(watch, out);
      }
    }
  }

  private void conclude(NameWatch watch, Conclusions out) {
    SerialWatch serial = watch.serial;
    int max = serial.maxOutstanding;
    switch (OneAtATime.of(Minimum.CAPTURE, serial.lookups, serial.maxWaiting, max, 0)) {
      case SERIALISED -> {
        if (serial.othersWaited() && lookUpSeparately(watch)) {
          report(watch, !watch.sharesAddress, out);
        } else {
          out.undecided(suspectedReason(watch));
        }
      }
      case TOO_FEW_CALLERS -> out.undecided(suspectedReason(watch));
      case CONCURRENT -> {
        boolean fewProcesses = max <= PROCESSES && serial.maxWaiting >= 2 * max + 1;
        if (fewProcesses && serial.othersWaited() && lookUpSeparately(watch)) {
          report(watch, false, out);
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
  private static boolean lookUpSeparately(NameWatch watch) {
    return watch.reuse.connects * 2 <= watch.serial.lookups * 3;
  }

  private String suspectedReason(NameWatch watch) {
    SerialWatch serial = watch.serial;
    if (!lookUpSeparately(watch)) {
      return text(
          "shared-lookup",
          watch.client,
          watch.name,
          serial.lookups,
          serial.firstFrame,
          serial.lastFrame,
          watch.reuse.connects);
    }
    return text(
        "alone",
        watch.client,
        watch.name,
        serial.lookups,
        serial.firstFrame,
        serial.lastFrame,
        Seconds.of(serial.meanNanos()),
        serial.perSecond(),
        serial.maxWaiting < 2
            ? text("no-requests")
            : "up to " + serial.maxWaiting + text("one-worker"));
  }

  private void report(NameWatch watch, boolean certain, Conclusions out) {
    SerialWatch serial = watch.serial;
    String processes =
        serial.maxOutstanding > 1
            ? " There are as many at once as processes with their own lock."
            : "";
    out.reportAs(
        serial.maxOutstanding > 1 ? "pool" : "shared",
        certain,
        Finding.Place.ofName(
            watch,
            String.format("frames %d to %d", serial.firstFrame, serial.lastFrame),
            List.of(serial.firstFrame, serial.lastFrame)),
        serial.lookups,
        serial.maxOutstanding,
        serial.backToBack,
        serial.maxWaiting,
        serial.whileWaiting,
        serial.overlaps,
        serial.perSecond(),
        Seconds.of(serial.meanNanos()),
        processes);
  }
}
