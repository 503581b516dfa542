package dev.faultlab.diagnose;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.List;

/**
 * Connection attempts that are answered only when the SYN is sent again, after 1 s, 3 s or more.
 *
 * <p>The fact that decides: does the answer come as soon after the last SYN as the server usually
 * answers? Then the SYN before, or its answer, was lost, and the server is not slow. A SYN that was
 * answered as part of an earlier connection on the same ports was not lost.
 *
 * <p>Thresholds, with their units:
 *
 * <ul>
 *   <li>late attempts of a client at an address and port: at least 3, and one in 30.
 *   <li>time from the first SYN to the last: at least 0.9 s; systems wait for a second (RFC 6298).
 *   <li>time from the last SYN to the answer: at most twice the longest usual one, or 20 ms if that
 *       is more; without a usual one, 0.2 s.
 *   <li>for <em>certain</em>: as many attempts that were answered at once, and data that is sent
 *       again half as often as SYNs at most.
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class LateHandshakesDetector extends LedgerDetector {
  private static final int ONE_IN = 30;
  private static final long WAIT_NANOS = SECOND * 9 / 10;
  private static final long SOON_NANOS = SECOND / 50;
  private static final long DEFAULT_SOON_NANOS = SECOND / 5;

  LateHandshakesDetector(MemoryBudget budget) {
    super(FindingId.LATE_HANDSHAKES, MIN_COUNT, budget);
  }

  @Override
  void conclude(Pair pair, List<TcpConnection> all, DestinationContext context, Conclusions out) {
    List<TcpConnection> quick =
        all.stream().filter(each -> each.handshakeSeen() && !each.isLate()).toList();
    long typical =
        quick.stream().mapToLong(each -> each.answeredAfterNanos().orElseThrow()).max().orElse(0);
    long soonNanos = quick.isEmpty() ? DEFAULT_SOON_NANOS : Math.max(2 * typical, SOON_NANOS);
    Examples examples = new Examples();
    long longest = 0;
    for (TcpConnection each : all) {
      if (each.isLate() && each.handshakeSeen() && !each.opening().portsInUse()) {
        long after = each.answeredAfterNanos().orElseThrow();
        long lastSyn = each.opening().lastSynNanos();
        long waited = lastSyn - each.clientSide().offer().orElseThrow().timeNanos();
        if (waited >= WAIT_NANOS && after - waited <= soonNanos) {
          examples.add(
              each, each.opening().frame(), each.serverSide().offer().orElseThrow().frame());
          longest = Math.max(longest, after);
        }
      }
    }
    long late = examples.count();
    if (late < MIN_COUNT || late * ONE_IN < late + quick.size() || typical >= WAIT_NANOS) {
      return;
    }
    long data = all.stream().mapToLong(LateHandshakesDetector::dataSegments).sum();
    long repeated = all.stream().mapToLong(LateHandshakesDetector::sentAgain).sum();
    boolean onlySyns = repeated * 2 * (late + quick.size()) <= data * late;
    out.report(
        quick.size() >= late && onlySyns,
        Finding.Place.ofConnections(pair, examples),
        late,
        late + quick.size(),
        Seconds.of(longest),
        repeated,
        data);
  }

  private static long dataSegments(TcpConnection tcp) {
    return tcp.clientSide().volume().dataSegments() + tcp.serverSide().volume().dataSegments();
  }

  private static long sentAgain(TcpConnection tcp) {
    return tcp.clientSide().volume().retransmissions()
        + tcp.serverSide().volume().retransmissions();
  }
}
