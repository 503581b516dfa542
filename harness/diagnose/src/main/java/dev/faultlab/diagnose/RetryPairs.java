package dev.faultlab.diagnose;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Joins abandoned queries with the answered ones that replaced them. The outcomes of both become
 * known in any order, so either waits for the other. What does not fit into memory is not joined.
 */
final class RetryPairs {
  /** Memory besides the exchange itself. */
  private static final int ENTRY_BYTES = 100;

  private final MemoryBudget budget;
  private final BiConsumer<DnsExchange, DnsExchange> onPair;

  /** Both by the frame of the abandoned query. */
  private final Map<Long, DnsExchange> givenUp = new HashMap<>();

  private final Map<Long, DnsExchange> retries = new HashMap<>();

  /**
   * @param onPair receives the abandoned query, and its retry
   */
  RetryPairs(MemoryBudget budget, BiConsumer<DnsExchange, DnsExchange> onPair) {
    this.budget = budget;
    this.onPair = onPair;
  }

  /** Returns false if there is no memory for it. */
  boolean addGivenUp(DnsExchange exchange) {
    return keep(givenUp, exchange.frame(), exchange);
  }

  void addRetry(DnsExchange answered) {
    keep(retries, answered.cause().earlierFrame().orElseThrow(), answered);
  }

  private boolean keep(Map<Long, DnsExchange> exchanges, long frame, DnsExchange exchange) {
    if (!budget.reserve(Part.FINDINGS, ENTRY_BYTES + exchange.bytes())) {
      return false;
    }
    exchanges.put(frame, exchange);
    if (givenUp.containsKey(frame) && retries.containsKey(frame)) {
      onPair.accept(remove(givenUp, frame), remove(retries, frame));
    }
    return true;
  }

  private DnsExchange remove(Map<Long, DnsExchange> exchanges, long frame) {
    DnsExchange exchange = exchanges.remove(frame);
    budget.release(Part.FINDINGS, ENTRY_BYTES + exchange.bytes());
    return exchange;
  }

  /** Removes and returns the queries that no answered query replaced. */
  List<DnsExchange> removeRemaining() {
    return List.copyOf(givenUp.keySet()).stream().map(frame -> remove(givenUp, frame)).toList();
  }
}
