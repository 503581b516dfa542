package dev.faultlab.diagnose;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.Hello;
import dev.faultlab.capture.TcpSide.Heard;
import dev.faultlab.capture.TcpSide.Unacknowledged;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.List;

/**
 * TLS handshakes that die if the ClientHello takes two segments, as it does with key shares that
 * withstand quantum computers.
 *
 * <p>The fact that decides: a ClientHello in one segment is answered, at the same server and for
 * the same client, and not one in two segments is.
 *
 * <p>Thresholds, with their units: of either kind at least 2; a handshake is dead when the server
 * sent nothing for 3 s, or reset it.
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class LargeHelloDetector extends LedgerDetector {
  private static final int MIN_EXAMPLES = 2;
  private static final long TIMEOUT_NANOS = 3 * SECOND;

  LargeHelloDetector(MemoryBudget budget) {
    super(FindingId.LARGE_HELLO, 2 * MIN_EXAMPLES, budget);
  }

  @Override
  void conclude(Pair pair, List<TcpConnection> all, DestinationContext context, Conclusions out) {
    Examples dead = new Examples();
    int small = 0;
    int largest = 0;
    int smallest = Integer.MAX_VALUE;
    int acknowledged = 0;
    for (TcpConnection each : all) {
      Hello hello = each.opening().hello().orElse(null);
      if (hello == null) {
        continue;
      }
      boolean answered = each.serverSide().volume().dataSegments() > 0;
      if (hello.isSplit() && answered) {
        return;
      }
      if (!hello.isSplit() && answered) {
        small++;
        largest = Math.max(largest, hello.bytes());
      } else if (hello.isSplit() && isDead(each)) {
        dead.add(each, hello.frame());
        smallest = Math.min(smallest, hello.bytes());
        acknowledged += each.clientSide().delivery().largestAcknowledged() >= hello.first() ? 1 : 0;
      }
    }
    if (dead.count() >= MIN_EXAMPLES && small >= MIN_EXAMPLES) {
      out.reportAs(
          acknowledged == dead.count() ? "acknowledged" : "",
          context.isWhole(),
          Finding.Place.ofConnections(pair, dead),
          dead.count(),
          smallest,
          small,
          largest);
    }
  }

  /** As if the path drops packets above a size. */
  private static boolean onlySmallPass(Unacknowledged data) {
    return data.heard() == Heard.ACKNOWLEDGEMENT
        && data.smallestBehind() > 0
        && data.smallestBehind() < MtuBlackHoleDetector.MIN_LARGE_BYTES;
  }

  private static boolean isDead(TcpConnection tcp) {
    return tcp.handshakeSeen()
        && tcp.clientSide().delivery().last().stream().noneMatch(LargeHelloDetector::onlySmallPass)
        && (tcp.ending().lastNanos() - tcp.opening().nanos() >= TIMEOUT_NANOS
            || tcp.serverSide().closing().reset().isPresent());
  }
}
