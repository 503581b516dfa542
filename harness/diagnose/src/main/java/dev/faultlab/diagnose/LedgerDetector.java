package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.ledger.Destination;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A detector that asks the ledger about the connections of a client to an address and port. */
abstract class LedgerDetector extends Detector {
  /** How often something has to happen that may happen once by chance. */
  static final int OFTEN = 3;

  static final long SECOND = 1_000_000_000L;

  LedgerDetector(FindingId finds) {
    super(finds, Optional.empty());
  }

  @Override
  final boolean needsNoDns() {
    return true;
  }

  @Override
  final void conclude(CaptureFacts facts, Conclusions out) {
    for (Destination destination : facts.ledger().destinations()) {
      Map<Address, List<TcpConnection>> clients = new LinkedHashMap<>();
      destination
          .connections()
          .sorted(Comparator.comparingLong(each -> each.opening().frame()))
          .forEach(
              each ->
                  clients
                      .computeIfAbsent(each.client().address(), any -> new ArrayList<>())
                      .add(each));
      int before = out.findings.size();
      clients.forEach(
          (client, all) ->
              conclude(
                  new Pair(client, destination.server()),
                  all,
                  new Surroundings(destination, facts),
                  out));
      long kept = destination.connections().count();
      if (kept < destination.count()) {
        out.sampled(before, kept, destination.count());
      }
    }
  }

  /** What else is known about a destination. */
  record Surroundings(Destination destination, CaptureFacts facts) {
    /** Whether the ledger keeps all connections to it, so that nothing contradicts unseen. */
    boolean isWhole() {
      return facts.ledger().dropped() == 0
          && destination.connections().count() == destination.count();
    }
  }

  /**
   * @param all examples of the connections of the pair, by their first frame
   */
  abstract void conclude(Pair pair, List<TcpConnection> all, Surroundings around, Conclusions out);
}
