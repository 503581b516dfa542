package dev.faultlab.diagnose;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.ledger.Destination.Sender;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Connections that something in between resets after a silence, because it has forgotten them.
 *
 * <p>The fact that decides: the time to live of the reset. It shows another distance than the
 * server's other segments.
 *
 * <p>Thresholds, with their units:
 *
 * <ul>
 *   <li>silence before the reset: at least 20 s, as for {@link DeadConnectionDetector}.
 *   <li>connections: at least 2; for <em>certain</em> another one that works.
 *   <li>initial time to live: 64, 128 or 255, which all systems use.
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class IdleResetDetector extends LedgerDetector {
  private static final int MIN_RESETS = 2;

  IdleResetDetector(MemoryBudget budget) {
    super(FindingId.IDLE_RESET, MIN_RESETS, budget);
  }

  @Override
  void conclude(Pair pair, List<TcpConnection> all, DestinationContext context, Conclusions out) {
    List<TcpConnection> resets =
        all.stream()
            .filter(each -> each.worked() && each.serverSide().closing().reset().isPresent())
            .filter(each -> context.destination().resetBy(each).orElseThrow() == Sender.ANOTHER)
            .filter(each -> distance(reset(each).ttl()) != distance(usualTtl(each)))
            .filter(each -> DeadConnectionDetector.isIdle(reset(each).idleNanos()))
            .toList();
    if (resets.size() < MIN_RESETS) {
      return;
    }
    long shortest = resets.stream().mapToLong(each -> reset(each).idleNanos()).min().orElseThrow();
    long survived =
        all.stream()
            .flatMapToLong(
                each ->
                    LongStream.of(
                        each.clientSide().delivery().survivedIdleNanos(),
                        each.serverSide().delivery().survivedIdleNanos()))
            .max()
            .orElse(0);
    if (survived >= shortest) {
      return;
    }
    Examples examples = new Examples();
    resets.forEach(each -> examples.add(each, reset(each).frame()));
    boolean works = all.stream().anyMatch(each -> each.worked() && !resets.contains(each));
    out.report(
        works && context.isWhole(),
        Finding.Place.ofConnections(pair, examples),
        resets.size(),
        Seconds.of(shortest),
        reset(resets.get(0)).ttl(),
        usualTtl(resets.get(0)),
        Seconds.of(survived));
  }

  private static TcpSide.Mark reset(TcpConnection tcp) {
    return tcp.serverSide().closing().reset().orElseThrow();
  }

  private static int usualTtl(TcpConnection tcp) {
    TcpSide server = tcp.serverSide();
    return server.offer().map(each -> each.ttl()).orElse(server.closing().maxTtl());
  }

  /** How many routers a packet has passed. */
  private static int distance(int ttl) {
    return (ttl <= 64 ? 64 : ttl <= 128 ? 128 : 255) - ttl;
  }
}
