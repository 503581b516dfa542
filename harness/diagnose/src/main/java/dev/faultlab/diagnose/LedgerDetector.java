package dev.faultlab.diagnose;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.ledger.ConnectionLedger;
import dev.faultlab.capture.ledger.Destination;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.List;
import java.util.Optional;

/** A detector that asks the ledger about the connections of a client to an address and port. */
abstract class LedgerDetector extends ConnectionDetector {
  private final int minExamples;

  /**
   * @param minExamples how many connections it needs
   */
  LedgerDetector(FindingId findingId, int minExamples, MemoryBudget budget) {
    super(findingId, Optional.empty(), budget);
    this.minExamples = minExamples;
  }

  @Override
  final void conclude(CaptureFacts facts, Conclusions out) {
    for (ConnectionLedger.ClientConnections each : facts.ledger().clientConnections()) {
      if (each.all().size() >= minExamples) {
        Destination to = each.destination();
        Pair pair = new Pair(each.client(), to.server());
        DestinationContext context = new DestinationContext(to, facts);
        out.reportOf(to, !to.isWhole(), () -> conclude(pair, each.all(), context, out));
      }
    }
  }

  /** What else is known about a destination. */
  record DestinationContext(Destination destination, CaptureFacts facts) {
    /** Whether the ledger keeps all connections to it, so that nothing contradicts unseen. */
    boolean isWhole() {
      return facts.ledger().dropped() == 0 && destination.isWhole();
    }
  }

  /**
   * @param all examples of the connections of the pair, by their first frame
   */
  abstract void conclude(
      Pair pair, List<TcpConnection> all, DestinationContext context, Conclusions out);
}
