package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.TcpSide.Heard;
import dev.faultlab.capture.TcpSide.Unacknowledged;
import dev.faultlab.capture.Way;
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
 * <p>A threshold without a source is our choice; docs/detector-accuracy.md has the measured errors.
 */
final class MtuBlackHoleDetector extends Detector {
  /** Bytes; hardly any path has a smaller limit. */
  static final int LARGE = 1000;

  private static final int OFTEN = 3;

  /** Bytes; a larger hole is a number that was damaged. */
  private static final int MOST_LOST = 1 << 16;

  private static final int PATH_BYTES = 250;
  private static final int ENTRY_BYTES = 240;

  private final MemoryBudget budget;
  private final Map<Way, Traffic> paths = new LinkedHashMap<>();

  /** In one direction. */
  private record Stuck(Finding.Connection connection, Unacknowledged data) {}

  private static final class Traffic {
    final List<Stuck> stuck = new ArrayList<>();
    final Examples reduced = new Examples();

    /** Large ranges that never came, while the data behind them was sent again. */
    final Examples missing = new Examples();

    long missingBytes;
    int reducedSize;
    int smaller;
    long largestAcknowledged;

    /** The time of the last completed handshake, whose segments are small. */
    long completedNanos = Long.MIN_VALUE;
  }

  MtuBlackHoleDetector(MemoryBudget budget) {
    super(FindingId.MTU_BLACK_HOLE, Optional.empty());
    this.budget = budget;
  }

  @Override
  boolean needsNoDns() {
    return true;
  }

  @Override
  void connection(TcpConnection connection) {
    Address client = connection.client().address();
    Address server = connection.server().address();
    look(connection, new Way(client, server), connection.clientSide());
    look(connection, new Way(server, client), connection.serverSide());
  }

  private void look(TcpConnection connection, Way path, TcpSide sender) {
    Traffic of = budget.keep(paths, path, PATH_BYTES, Traffic::new).orElse(null);
    if (of == null) {
      return;
    }
    if (connection.handshakeSeen() && connection.opening().handshakeAckFrame().isPresent()) {
      long at = connection.serverSide().offer().orElseThrow().timeNanos();
      of.completedNanos = Math.max(of.completedNanos, at);
    }
    TcpSide.Delivery delivery = sender.delivery();
    TcpSide.Volume volume = sender.volume();
    if (volume.lostBytes() >= LARGE
        && volume.lostBytes() <= MOST_LOST
        && volume.retransmissions() >= OFTEN
        && delivery.largestAcknowledged() < LARGE) {
      of.missing.add(connection, connection.opening().frame());
      of.missingBytes = Math.max(of.missingBytes, volume.lostBytes());
    }
    delivery
        .reduced()
        .ifPresentOrElse(
            each -> {
              of.reduced.add(connection, each.frame(), each.acknowledgedFrame());
              of.reducedSize = each.size();
              of.smaller = each.smaller();
            },
            () ->
                of.largestAcknowledged =
                    Math.max(of.largestAcknowledged, delivery.largestAcknowledged()));
    delivery
        .last()
        .filter(data -> data.repetitions() >= OFTEN && data.size() >= LARGE)
        // After a silence without any answer, the connection itself may be dead.
        .filter(
            data ->
                data.heard() != Heard.NOTHING || !DeadConnectionDetector.isIdle(data.idleNanos()))
        .filter(data -> budget.take(Part.FINDINGS, ENTRY_BYTES))
        .ifPresent(data -> of.stuck.add(new Stuck(Finding.Connection.of(connection), data)));
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    paths.forEach(
        (path, of) -> {
          List<Stuck> larger =
              of.stuck.stream()
                  .filter(each -> each.data().size() > of.largestAcknowledged)
                  .toList();
          if (!larger.isEmpty() || !of.reduced.isEmpty()) {
            conclude(path, of, larger, out);
          } else if (!of.missing.isEmpty()
              && of.largestAcknowledged > 1
              && of.largestAcknowledged < LARGE) {
            out.reportAs(
                "before",
                false,
                Finding.Place.sending(path, of.missing.toString(), of.missing, of.missing),
                of.missing.count(),
                of.missingBytes,
                of.largestAcknowledged);
          }
        });
  }

  private static void conclude(Way path, Traffic of, List<Stuck> larger, Conclusions out) {
    Examples examples = new Examples();
    Examples unclear = new Examples();
    int size = of.reducedSize;
    int repetitions = 0;
    Examples smallLost = new Examples();
    long smallArrived = 0;
    long acknowledging = 0;
    for (Stuck each : larger) {
      Unacknowledged data = each.data();
      boolean smallBehind = data.smallestBehind() > 0 && data.smallestBehind() < LARGE;
      boolean acknowledges = data.heard() == Heard.ACKNOWLEDGEMENT;
      acknowledging += acknowledges ? 1 : 0;
      smallArrived += acknowledges && smallBehind ? 1 : 0;
      if (smallBehind && !acknowledges) {
        smallLost.add(each.connection(), data.frame());
        continue;
      }
      boolean smallOnesArrive = acknowledges || of.completedNanos > data.firstNanos();
      (smallOnesArrive ? examples : unclear).add(each.connection(), data.frame());
      size = smallOnesArrive && (size == 0 || data.size() < size) ? data.size() : size;
      repetitions = smallOnesArrive ? Math.max(repetitions, data.repetitions()) : repetitions;
    }
    if (!smallLost.isEmpty() && acknowledging == 0 && of.reduced.isEmpty()) {
      out.undecided(text("small", smallLost.count(), path.from(), path.to(), smallLost));
      return;
    }
    if (examples.isEmpty() && of.reduced.isEmpty()) {
      undecided(path, of, unclear, out);
      return;
    }
    boolean certain = !of.reduced.isEmpty() && of.reduced.count() + examples.count() >= 2;
    String where =
        of.reduced
            + (of.reduced.isEmpty() || examples.isEmpty() ? "" : "; ")
            + (examples.isEmpty() ? "" : examples);
    out.report(
        certain,
        Finding.Place.sending(path, where, of.reduced, examples),
        stuckText(of, examples, size, repetitions),
        arrivedText(smallArrived),
        reducedText(of));
  }

  private static String stuckText(Traffic of, Examples examples, int size, int repetitions) {
    if (examples.isEmpty()) {
      return "";
    }
    String smaller =
        of.largestAcknowledged > 1
            ? "at most " + of.largestAcknowledged + " bytes at once"
            : "those of handshakes";
    return text("stuck", examples.count(), size, repetitions, smaller);
  }

  private static String text(String about, Object... values) {
    return FindingTexts.of(FindingId.MTU_BLACK_HOLE, about, "part", values);
  }

  private static String arrivedText(long connections) {
    return connections == 0 ? "" : text("arrived", connections);
  }

  private static String reducedText(Traffic of) {
    return of.reduced.isEmpty()
        ? ""
        : text("reduced", of.reduced.count(), of.reducedSize, of.smaller);
  }

  private static void undecided(Way path, Traffic of, Examples unclear, Conclusions out) {
    // Without a smaller segment that arrived before, the host may just not answer.
    if (of.largestAcknowledged > 1) {
      out.undecided(text("end", unclear.count(), path.from(), path.to(), unclear));
    }
  }
}
