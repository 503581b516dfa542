package dev.faultlab.diagnose;

import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.TcpSide.Heard;
import dev.faultlab.capture.TcpSide.Unacknowledged;
import dev.faultlab.capture.ledger.Destination;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A connection that died during a silence and is used again: a firewall, a balancer or an address
 * translation has forgotten it, or another server has the address now. The data is repeated without
 * an answer, while new connections to the same address work.
 *
 * <p>Thresholds, with their units:
 *
 * <ul>
 *   <li>silence before the data: at least 20 s. We know of no firewall, balancer or address
 *       translation that forgets a connection sooner.
 *   <li>repetitions of the data: at least 3, so that a lost segment is not enough.
 *   <li>time from the last repetition to a new accepted connection: less than 120 s; a client
 *       rarely waits longer before it tries another connection. <em>Certain</em> only if it was
 *       accepted before the last repetition.
 *   <li>silence of a connection that the same server then acknowledged, or a new connection that it
 *       did not answer in that time (inconclusive): at least 90 % of the silence, and two SYNs.
 *       Then the silence is not the reason.
 *   <li>size of the data for <em>certain</em>: below {@link MtuBlackHoleDetector#MIN_LARGE_BYTES}
 *       bytes, or no larger than data that was acknowledged before.
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class DeadConnectionDetector extends ConnectionDetector {
  /** No box in use forgets sooner. */
  private static final long IDLE_NANOS = 20 * SECOND;

  /**
   * Without a silence, losses are another reason for repetitions, so there must be more of them.
   */
  private static final int MIN_BUSY_REPETITIONS = 6;

  private static final long MIN_REPEAT_NANOS = 30 * SECOND;

  /** A client rarely waits longer before it tries another connection. */
  private static final long NEXT_TRY_NANOS = 120 * SECOND;

  private static final int PAIR_BYTES = 250;
  private static final int SYN_BYTES = 90;

  private final Map<Pair, Traffic> pairs = new LinkedHashMap<>();

  /** A SYN or SYN-ACK. */
  private record Syn(long nanos, long frame) {
    static final Comparator<Syn> IN_ORDER =
        Comparator.comparingLong(Syn::nanos).thenComparingLong(Syn::frame);
  }

  /** All of a pair: that it lacks something excludes the fault, or allows it. */
  private static final class Traffic {
    final List<TcpConnection> dead = new ArrayList<>(1);

    /** The server's answers. */
    final List<Syn> accepted = new ArrayList<>(1);

    /** The SYNs of clients that were repeated and never answered. */
    final List<Syn> unanswered = new ArrayList<>(0);

    long survivedIdleNanos;
  }

  DeadConnectionDetector(MemoryBudget budget) {
    super(FindingId.DEAD_CONNECTION, Optional.empty(), budget);
  }

  @Override
  void connection(TcpConnection connection) {
    Pair pair = new Pair(connection.client().address(), connection.server());
    Traffic traffic = budget.keep(pairs, pair, PAIR_BYTES, Traffic::new);
    if (connection.handshakeSeen()) {
      keep(traffic.accepted, connection.serverSide().offer().get());
    } else if (connection.syns() > 1 && !isAlive(connection)) {
      keep(traffic.unanswered, connection.clientSide().offer().get());
    }
    TcpSide.Delivery delivery = connection.clientSide().delivery();
    traffic.survivedIdleNanos = Math.max(traffic.survivedIdleNanos, delivery.survivedIdleNanos());
    boolean isDead =
        delivery
            .last()
            .filter(data -> data.heard() == Heard.NOTHING)
            .filter(data -> data.repetitions() >= MIN_COUNT)
            .filter(data -> isIdle(data.idleNanos()) || isLong(data))
            .isPresent();
    if (isDead
        && (connection.handshakeSeen() || connection.syns() == 0)
        && budget.reserve(Part.FINDINGS, Destination.CONNECTION_BYTES)) {
      traffic.dead.add(connection);
    }
  }

  private void keep(List<Syn> syns, Offer offer) {
    if (budget.reserve(Part.FINDINGS, SYN_BYTES)) {
      syns.add(new Syn(offer.timeNanos(), offer.frame()));
    }
  }

  private static boolean isLong(Unacknowledged data) {
    return data.repetitions() >= MIN_BUSY_REPETITIONS
        && data.lastNanos() - data.firstNanos() >= MIN_REPEAT_NANOS;
  }

  static boolean isIdle(long nanos) {
    return nanos >= IDLE_NANOS;
  }

  /** Whether the capture has packets from the server. */
  private static boolean isAlive(TcpConnection connection) {
    return connection.serverSide().volume().segments() > 0;
  }

  /** Whether the data may have been too large for the path. */
  private static boolean isLarge(TcpConnection connection, Unacknowledged data) {
    return data.size() > connection.clientSide().delivery().largestAcknowledged()
        && data.size() >= MtuBlackHoleDetector.MIN_LARGE_BYTES;
  }

  /** The SYNs from the data on until the client would have tried another connection. */
  private static List<Syn> synsSince(Unacknowledged data, List<Syn> sorted) {
    return sorted.subList(
        countBefore(sorted, data.firstNanos() + 1),
        countBefore(sorted, Math.max(data.firstNanos() + 1, data.lastNanos() + NEXT_TRY_NANOS)));
  }

  /** How many of them are earlier. */
  private static int countBefore(List<Syn> sorted, long nanos) {
    return -1 - Collections.binarySearch(sorted, new Syn(nanos, 0), Syn.IN_ORDER);
  }

  /** Why the silence before this data is not the reason; empty if it may be. */
  private String otherReason(Unacknowledged data, Traffic traffic) {
    List<Syn> unanswered = synsSince(data, traffic.unanswered);
    if (!unanswered.isEmpty()) {
      return text("unanswered", unanswered.size(), unanswered.get(0).frame());
    }
    boolean differs = traffic.survivedIdleNanos < Math.max(data.idleNanos() / 10 * 9, IDLE_NANOS);
    return differs || !isIdle(data.idleNanos())
        ? ""
        : text("survived", Seconds.of(traffic.survivedIdleNanos));
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    pairs.values().removeIf(traffic -> traffic.dead.isEmpty());
    pairs.forEach(
        (pair, traffic) -> {
          traffic.accepted.sort(Syn.IN_ORDER);
          traffic.unanswered.sort(Syn.IN_ORDER);
          conclude(pair, traffic, true, out);
          conclude(pair, traffic, false, out);
        });
  }

  private void conclude(Pair pair, Traffic traffic, boolean idleBefore, Conclusions out) {
    String caseId = idleBefore ? "" : "busy";
    Examples examples = new Examples();
    Examples unclear = new Examples();
    Examples unexplained = new Examples();
    String otherReason = "";
    long accepted = 0;
    long idle = Long.MAX_VALUE;
    long longest = 0;
    int repetitions = 0;
    boolean certain = false;
    for (TcpConnection each : traffic.dead) {
      Unacknowledged data = each.clientSide().delivery().last().orElseThrow();
      if (isIdle(data.idleNanos()) != idleBefore) {
        continue;
      }
      List<Syn> since = synsSince(data, traffic.accepted);
      String reason = since.isEmpty() ? "" : otherReason(data, traffic);
      if (since.isEmpty()) {
        unclear.add(each, data.frame());
      } else if (!reason.isEmpty()) {
        unexplained.add(each, data.frame());
        otherReason = reason;
      } else {
        examples.add(each, data.frame());
        examples.extraFrame = examples.extraFrame == 0 ? since.get(0).frame() : examples.extraFrame;
        accepted = Math.max(accepted, since.size());
        idle = Math.min(idle, data.idleNanos());
        longest = Math.max(longest, data.lastNanos() - data.firstNanos());
        repetitions = Math.max(repetitions, data.repetitions());
        boolean meanwhile = since.get(0).nanos() < data.lastNanos();
        certain |= isAlive(each) && !isLarge(each, data) && meanwhile;
      }
    }
    if (!unexplained.isEmpty()) {
      Object[] args = {unexplained.count(), pair.client(), pair.server(), otherReason, unexplained};
      out.undecided(FindingTexts.of(FindingId.DEAD_CONNECTION, caseId, "otherwise", args));
    }
    if (examples.isEmpty()) {
      out.undecided(unclear, FindingTexts.of(FindingId.DEAD_CONNECTION, caseId, "no-other"));
      return;
    }
    out.reportAs(
        caseId,
        certain,
        Finding.Place.ofConnections(pair, examples),
        examples.count(),
        repetitions,
        Seconds.of(longest),
        accepted,
        examples.extraFrame,
        Seconds.of(idle));
  }
}
