package dev.faultlab.diagnose;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsExchange.Origin;
import dev.faultlab.capture.DnsExchange.QueryState;
import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A name server that never answers but is asked first. Each lookup waits for it, five seconds by
 * default (resolv.conf(5) timeout:), before the next server is asked.
 *
 * <p>The client waits and then asks another server, so it has no answer either, regardless of what
 * the capture may have missed.
 *
 * <p>Thresholds, with their units:
 *
 * <ul>
 *   <li>waits of a client that another server ended: at least 3; with fewer, the server may have
 *       been away only briefly.
 *   <li>unanswered queries for a mention as inconclusive: at least 2.
 *   <li>servers with an answer that are remembered: 10,000, to bound memory. With more, nothing is
 *       found.
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class DeadResolverDetector extends Detector {
  private static final int MAX_SERVERS = 10_000;

  private static final int WAITS_BYTES = 600;
  private static final int PAIR_BYTES = 200;

  private final Map<Pair, ResolverWaits> waits = new LinkedHashMap<>();
  private final Set<Endpoint> alive = new HashSet<>();
  private final Map<Pair, Long> askedFirst = new HashMap<>();

  private final RetryPairs retries;

  private static final class ResolverWaits {
    final Examples examples = new Examples();
    final Map<Endpoint, Long> nextServers = new LinkedHashMap<>();
    long asked;
    final LongSummaryStatistics stalls = new LongSummaryStatistics();
  }

  DeadResolverDetector(MemoryBudget budget) {
    super(FindingId.DEAD_RESOLVER, Optional.empty(), budget);
    this.retries = new RetryPairs(budget, this::join);
  }

  @Override
  void exchange(DnsExchange exchange) {
    // Without the recursion flag, the client is a name server that asks others (RFC 1035, 4.1.1)
    // and has no resolv.conf.
    // An answer from elsewhere is another fault.
    if (exchange.question().overTcp()
        || !exchange.question().recursionDesired()
        || exchange.outcome().answeredFrom().isPresent()) {
      return;
    }
    Pair pair = new Pair(exchange.client().address(), exchange.server());
    if (exchange.state() == QueryState.ANSWERED) {
      if (alive.size() < MAX_SERVERS) {
        alive.add(exchange.server());
      }
      if (exchange.origin() == Origin.LOOKUP) {
        if (askedFirst.containsKey(pair) || budget.reserve(Part.FINDINGS, PAIR_BYTES)) {
          askedFirst.merge(pair, 1L, Long::sum);
        }
      } else if (exchange.origin() == Origin.RETRY_WITH_NEW_ID
          && !exchange.cause().earlierAnswered()) {
        retries.addRetry(exchange);
      }
    } else if (!alive.contains(exchange.server())
        // Otherwise the capture ended during the client's first wait.
        && (exchange.state() != QueryState.PENDING || exchange.transmissions() > 1)) {
      budget.keep(waits, pair, WAITS_BYTES, ResolverWaits::new).asked++;
      if (exchange.state() == QueryState.RETRIED) {
        // Without memory it is not matched, which can hide stalls but not invent them.
        retries.addGivenUp(exchange);
      }
    }
  }

  private void join(DnsExchange first, DnsExchange second) {
    Pair pair = new Pair(first.client().address(), first.server());
    ResolverWaits state = budget.keep(waits, pair, WAITS_BYTES, ResolverWaits::new);
    boolean hasMemory = !state.examples.isEmpty() || budget.reserve(Part.FINDINGS, Examples.BYTES);
    boolean isKnown = state.nextServers.containsKey(second.server());
    if (!hasMemory || !isKnown && !budget.reserve(Part.FINDINGS, PAIR_BYTES)) {
      return;
    }
    state.examples.add(
        first.name(), first.frame(), second.frame(), second.answer().orElseThrow().frame());
    state.nextServers.merge(second.server(), 1L, Long::sum);
    state.stalls.accept(second.timeNanos() - first.timeNanos());
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    waits.forEach(
        (pair, state) -> {
          if (!alive.contains(pair.server())) {
            conclude(pair, state, facts, out);
          }
        });
  }

  private void conclude(Pair pair, ResolverWaits state, CaptureFacts facts, Conclusions out) {
    if (state.asked < 2) {
      // A single unanswered query proves nothing.
      return;
    }
    if (alive.size() == MAX_SERVERS) {
      out.undecided(text("too-many", pair.client(), pair.server(), state.asked));
      return;
    }
    Optional<String> missing =
        facts.answersMayBeMissing(
            pair.client(), pair.server().address(), Long.MIN_VALUE, Long.MAX_VALUE);
    if (state.examples.count() < MIN_COUNT || missing.isPresent()) {
      out.undecided(
          text(
              "alone",
              pair.client(),
              pair.server(),
              state.asked,
              missing.map(why -> ", for " + why).orElse("")));
      return;
    }
    long others =
        state.nextServers.keySet().stream()
            .mapToLong(server -> askedFirst.getOrDefault(new Pair(pair.client(), server), 0L))
            .sum();
    // A client that rotates servers may have asked the second one for another reason.
    report(pair, state, others * 2 > state.examples.count(), out);
  }

  private static void report(Pair pair, ResolverWaits state, boolean usedInTurn, Conclusions out) {
    out.report(
        !usedInTurn,
        Finding.Place.ofLookups(pair, state.examples),
        state.asked,
        state.examples.count(),
        Seconds.of(state.stalls.getMin()),
        Seconds.of(state.stalls.getMax()),
        state.nextServers.keySet(),
        Seconds.of(state.stalls.getSum()));
  }
}
