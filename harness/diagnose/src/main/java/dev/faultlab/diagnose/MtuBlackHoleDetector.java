package dev.faultlab.diagnose;

import static dev.faultlab.diagnose.DeadConnectionDetector.isIdle;

import dev.faultlab.capture.Route;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.TcpSide.Heard;
import dev.faultlab.capture.TcpSide.Unacknowledged;
import dev.faultlab.capture.ledger.Destination;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A path that silently drops packets above a size (RFC 2923 2.1): the handshake and small segments
 * arrive, large ones are repeated and never acknowledged.
 *
 * <p>Thresholds, with their units:
 *
 * <ul>
 *   <li>size of the stuck segment: at least 1000 bytes of data; hardly any path has a smaller limit
 *       (RFC 2923 2.1 describes the fault).
 *   <li>repetitions of that segment: at least 3.
 *   <li>size of a segment sent behind it for <em>inconclusive</em>, if the receiver is silent after
 *       it: below 1000 bytes. It should have arrived and been acknowledged (RFC 5681 4.2).
 *   <li>size of a range that never came: 1000 bytes to 64 KiB.
 *   <li>connections for <em>certain</em>: at least 2, of which one delivered the same data in
 *       smaller segments.
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class MtuBlackHoleDetector extends ConnectionDetector {
  /** Bytes; hardly any path has a smaller limit. */
  static final int MIN_LARGE_BYTES = 1000;

  /** Bytes; a larger hole is a number that was damaged. */
  private static final int MAX_LOST_BYTES = 1 << 16;

  private static final int PATH_BYTES = 250;

  private final Map<Route, Traffic> paths = new LinkedHashMap<>();

  /** All of a path: one connection that carried large segments excludes the fault. */
  private static final class Traffic {
    final List<Sent> suspects = new ArrayList<>(1);
    long largestAcknowledged;

    /** The time of the last completed handshake, whose segments are small. */
    long completedNanos = Long.MIN_VALUE;
  }

  /** One direction of a connection. */
  private record Sent(TcpConnection connection, TcpSide sender) {
    /** Data at its end that was sent again and never acknowledged, if it is large. */
    Optional<Unacknowledged> stuck() {
      return sender
          .delivery()
          .last()
          .filter(data -> data.repetitions() >= MIN_COUNT && data.size() >= MIN_LARGE_BYTES)
          // After a silence without any answer, the connection itself may be dead.
          .filter(data -> data.heard() != Heard.NOTHING || !isIdle(data.idleNanos()));
    }

    Optional<TcpSide.Reduced> reduced() {
      return sender.delivery().reduced();
    }

    /** Whether a large range never came, while the data behind it was sent again. */
    boolean isMissing() {
      TcpSide.Volume volume = sender.volume();
      return volume.lostBytes() >= MIN_LARGE_BYTES
          && volume.lostBytes() <= MAX_LOST_BYTES
          && volume.retransmissions() >= MIN_COUNT
          && sender.delivery().largestAcknowledged() < MIN_LARGE_BYTES;
    }
  }

  MtuBlackHoleDetector(MemoryBudget budget) {
    super(FindingId.MTU_BLACK_HOLE, Optional.empty(), budget);
  }

  @Override
  void connection(TcpConnection connection) {
    examine(new Sent(connection, connection.clientSide()), true);
    examine(new Sent(connection, connection.serverSide()), false);
  }

  private void examine(Sent sent, boolean byClient) {
    Route up = new Route(sent.connection.client().address(), sent.connection.server().address());
    Traffic path = budget.keep(paths, byClient ? up : up.reversed(), PATH_BYTES, Traffic::new);
    if (sent.connection.handshakeSeen()
        && sent.connection.opening().handshakeAckFrame().isPresent()) {
      long answerNanos = sent.connection.serverSide().offer().orElseThrow().timeNanos();
      path.completedNanos = Math.max(path.completedNanos, answerNanos);
    }
    if (sent.reduced().isEmpty()) {
      path.largestAcknowledged =
          Math.max(path.largestAcknowledged, sent.sender.delivery().largestAcknowledged());
    }
    if ((sent.stuck().isPresent() || sent.reduced().isPresent() || sent.isMissing())
        && budget.reserve(Part.FINDINGS, Destination.CONNECTION_BYTES)) {
      path.suspects.add(sent);
    }
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    paths.forEach((path, traffic) -> conclude(path, traffic, out));
  }

  private void conclude(Route path, Traffic traffic, Conclusions out) {
    long largest = traffic.largestAcknowledged;
    Examples reduced = new Examples();
    Examples missing = new Examples();
    List<Sent> stuck = new ArrayList<>();
    long missingBytes = 0;
    String reducedText = "";
    for (Sent each : traffic.suspects) {
      if (each.reduced().isPresent()) {
        TcpSide.Reduced segment = each.reduced().get();
        reduced.add(each.connection, segment.frame(), segment.acknowledgedFrame());
        reducedText = text("reduced", reduced.count(), segment.size(), segment.smaller());
      }
      if (each.stuck().isPresent() && each.stuck().get().size() > largest) {
        stuck.add(each);
      }
      if (each.isMissing()) {
        missing.add(each.connection, each.connection.opening().frame());
        missingBytes = Math.max(missingBytes, each.sender.volume().lostBytes());
      }
    }
    if (!stuck.isEmpty() || !reduced.isEmpty()) {
      conclude(path, stuck, reduced, reducedText, largest, traffic.completedNanos, out);
    } else if (!missing.isEmpty() && largest > 1 && largest < MIN_LARGE_BYTES) {
      Finding.Place place = Finding.Place.ofSegments(path, missing);
      out.reportAs("before", false, place, missing.count(), missingBytes, largest);
    }
  }

  private void conclude(
      Route path,
      List<Sent> stuck,
      Examples reduced,
      String reducedText,
      long largest,
      long handshakeNanos,
      Conclusions out) {
    Examples examples = new Examples();
    Examples unclear = new Examples();
    Examples smallLost = new Examples();
    int size = Integer.MAX_VALUE;
    int repetitions = 0;
    long smallArrived = 0;
    long acknowledging = 0;
    for (Sent each : stuck) {
      Unacknowledged data = each.stuck().orElseThrow();
      boolean smallBehind = data.smallestBehind() > 0 && data.smallestBehind() < MIN_LARGE_BYTES;
      boolean acknowledges = data.heard() == Heard.ACKNOWLEDGEMENT;
      acknowledging += acknowledges ? 1 : 0;
      smallArrived += acknowledges && smallBehind ? 1 : 0;
      if (acknowledges || !smallBehind && handshakeNanos > data.firstNanos()) {
        examples.add(each.connection, data.frame());
        size = Math.min(size, data.size());
        repetitions = Math.max(repetitions, data.repetitions());
      } else {
        (smallBehind ? smallLost : unclear).add(each.connection, data.frame());
      }
    }
    if (!smallLost.isEmpty() && acknowledging == 0 && reduced.isEmpty()) {
      out.undecided(text("small", smallLost.count(), path.from(), path.to(), smallLost));
    } else if (!examples.isEmpty() || !reduced.isEmpty()) {
      String small = largest > 1 ? "at most " + largest + " bytes at once" : "those of handshakes";
      out.report(
          !reduced.isEmpty() && reduced.count() + examples.count() >= 2,
          Finding.Place.ofSegments(path, reduced, examples),
          examples.isEmpty() ? "" : text("stuck", examples.count(), size, repetitions, small),
          smallArrived == 0 ? "" : text("arrived", smallArrived),
          reducedText);
    } else if (largest > 1) {
      // Without a smaller segment that arrived before, the host may just not answer.
      out.undecided(text("end", unclear.count(), path.from(), path.to(), unclear));
    }
  }
}
