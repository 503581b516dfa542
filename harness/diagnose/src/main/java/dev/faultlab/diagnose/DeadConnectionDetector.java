package dev.faultlab.diagnose;

import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.TcpSide.Heard;
import dev.faultlab.capture.TcpSide.Unacknowledged;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

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
 *   <li>size of the data for <em>certain</em>: below {@link MtuBlackHoleDetector#LARGE} bytes, or
 *       no larger than data that was acknowledged before.
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/detector-accuracy.md has the measured errors.
 */
final class DeadConnectionDetector extends Detector {
  private static final long SECOND = 1_000_000_000L;

  /** No box in use forgets sooner. */
  private static final long IDLE_NANOS = 20 * SECOND;

  private static final int OFTEN = 3;

  /**
   * Without a silence, losses are another reason for repetitions, so there must be more of them.
   */
  private static final int OFTEN_BUSY = 6;

  private static final long LONG_NANOS = 30 * SECOND;

  /** A client rarely waits longer before it tries another connection. */
  private static final long AFTERWARDS_NANOS = 120 * SECOND;

  private static final int PAIR_BYTES = 250;
  private static final int ENTRY_BYTES = 90;
  private static final int DEAD_BYTES = 240;

  private final MemoryBudget budget;
  private final Map<Pair, Traffic> pairs = new LinkedHashMap<>();

  /**
   * @param alive whether the capture has packets from the server before the connection died
   * @param large whether the data may have been too large for the path
   */
  private record Dead(
      Finding.Connection connection, Unacknowledged data, boolean alive, boolean large) {}

  private static final class Traffic {
    final List<Dead> dead = new ArrayList<>();

    /** Frames of SYN-ACKs, and of SYNs that were repeated in vain, by time. */
    final NavigableMap<Long, Long> accepted = new TreeMap<>();

    final NavigableMap<Long, Long> unanswered = new TreeMap<>();
    long survivedIdleNanos;

    /** Why the silence before this data is not the reason; empty if it may be. */
    String otherReason(Unacknowledged data) {
      NavigableMap<Long, Long> unansweredThen = within(unanswered, data);
      if (!unansweredThen.isEmpty()) {
        return String.format(
            "At the same time %d new connections were not answered (the first in frame %d).",
            unansweredThen.size(), unansweredThen.firstEntry().getValue());
      }
      return survivedIdleNanos < data.idleNanos() / 10 * 9 || !isIdle(data.idleNanos())
          ? ""
          : String.format(
              "Another connection to it worked after a silence of %s.",
              Seconds.of(survivedIdleNanos));
    }

    /** Those from the data on until the client would have tried another connection. */
    static NavigableMap<Long, Long> within(NavigableMap<Long, Long> all, Unacknowledged data) {
      return all.subMap(data.firstNanos(), false, data.lastNanos() + AFTERWARDS_NANOS, false);
    }
  }

  DeadConnectionDetector(MemoryBudget budget) {
    super(FindingId.DEAD_CONNECTION, Optional.empty());
    this.budget = budget;
  }

  @Override
  boolean needsNoDns() {
    return true;
  }

  @Override
  void connection(TcpConnection connection) {
    Pair pair = new Pair(connection.client().address(), connection.server());
    TcpSide client = connection.clientSide();
    boolean alive = connection.serverSide().volume().segments() > 0;
    if (connection.handshakeSeen()) {
      Offer synAck = connection.serverSide().offer().orElseThrow();
      traffic(pair, ENTRY_BYTES)
          .ifPresent(of -> of.accepted.put(synAck.timeNanos(), synAck.frame()));
    }
    client
        .offer()
        .filter(syn -> syn.retransmissions() > 0 && !alive)
        .ifPresent(
            syn ->
                traffic(pair, ENTRY_BYTES)
                    .ifPresent(of -> of.unanswered.put(syn.timeNanos(), syn.frame())));
    long survived = client.delivery().survivedIdleNanos();
    if (survived >= IDLE_NANOS) {
      traffic(pair, ENTRY_BYTES)
          .ifPresent(of -> of.survivedIdleNanos = Math.max(of.survivedIdleNanos, survived));
    }
    client
        .delivery()
        .last()
        .filter(data -> data.heard() == Heard.NOTHING)
        .filter(data -> data.repetitions() >= OFTEN)
        .filter(data -> isIdle(data.idleNanos()) || isLong(data))
        .filter(data -> connection.handshakeSeen() || client.offer().isEmpty())
        .ifPresent(
            data -> {
              boolean large =
                  data.size() > client.delivery().largestAcknowledged()
                      && data.size() >= MtuBlackHoleDetector.LARGE;
              Dead dead = new Dead(Finding.Connection.of(connection), data, alive, large);
              traffic(pair, DEAD_BYTES).ifPresent(of -> of.dead.add(dead));
            });
  }

  private static boolean isLong(Unacknowledged data) {
    return data.repetitions() >= OFTEN_BUSY && data.lastNanos() - data.firstNanos() >= LONG_NANOS;
  }

  static boolean isIdle(long nanos) {
    return nanos >= IDLE_NANOS;
  }

  private Optional<Traffic> traffic(Pair pair, int bytes) {
    boolean known = pairs.containsKey(pair);
    if (!budget.take(Part.FINDINGS, bytes + (known ? 0 : PAIR_BYTES))) {
      return Optional.empty();
    }
    return Optional.of(pairs.computeIfAbsent(pair, any -> new Traffic()));
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    pairs.forEach(
        (pair, of) -> {
          conclude(pair, of, true, out);
          conclude(pair, of, false, out);
        });
  }

  private static void conclude(Pair pair, Traffic of, boolean idleBefore, Conclusions out) {
    String ofCase = idleBefore ? "" : "busy";
    Examples examples = new Examples();
    Examples unclear = new Examples();
    Examples unexplained = new Examples();
    String otherReason = "";
    long accepted = 0;
    long acceptedFrame = 0;
    long idle = Long.MAX_VALUE;
    long longest = 0;
    int repetitions = 0;
    boolean certain = false;
    for (Dead each : of.dead) {
      Unacknowledged data = each.data();
      if (isIdle(data.idleNanos()) != idleBefore) {
        continue;
      }
      NavigableMap<Long, Long> since = Traffic.within(of.accepted, data);
      String reason = since.isEmpty() ? "" : of.otherReason(data);
      if (!reason.isEmpty()) {
        unexplained.add(each.connection(), data.frame());
        otherReason = reason;
        continue;
      }
      (since.isEmpty() ? unclear : examples).add(each.connection(), data.frame());
      if (since.isEmpty()) {
        continue;
      }
      accepted = Math.max(accepted, since.size());
      acceptedFrame = acceptedFrame == 0 ? since.firstEntry().getValue() : acceptedFrame;
      idle = Math.min(idle, data.idleNanos());
      longest = Math.max(longest, data.lastNanos() - data.firstNanos());
      repetitions = Math.max(repetitions, data.repetitions());
      boolean meanwhile = since.firstKey() < data.lastNanos();
      certain |= each.alive() && !each.large() && meanwhile;
    }
    if (!unexplained.isEmpty()) {
      out.undecided(
          FindingTexts.of(
              FindingId.DEAD_CONNECTION,
              ofCase,
              "otherwise",
              unexplained.count(),
              pair.client(),
              pair.server(),
              otherReason,
              unexplained));
    }
    if (examples.isEmpty()) {
      out.undecided(unclear, FindingTexts.of(FindingId.DEAD_CONNECTION, ofCase, "no-other"));
      return;
    }
    examples.besides = acceptedFrame;
    out.reportAs(
        ofCase,
        certain,
        Finding.Place.connecting(pair, examples),
        examples.count(),
        repetitions,
        Seconds.of(longest),
        accepted,
        acceptedFrame,
        Seconds.of(idle));
  }
}
