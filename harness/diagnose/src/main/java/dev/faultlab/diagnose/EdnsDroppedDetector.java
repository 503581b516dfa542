package dev.faultlab.diagnose;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsExchange.Edns;
import dev.faultlab.capture.DnsExchange.QueryState;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A name server, or a box before it, that gives no answer to queries with EDNS (RFC 6891 6.2.2).
 *
 * <p>The fact that decides: the same client's queries without EDNS are answered at once, and not
 * one with EDNS ever is.
 *
 * <p>Thresholds, with their units: queries with EDNS without an answer at least 3, queries without
 * EDNS that were answered within 1 s at least 3; for <em>certain</em>, 3 of those without an answer
 * have a name that is answered without EDNS, of at most 16 of either kind.
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class EdnsDroppedDetector extends Detector {
  private static final int MAX_NAMES = 16;
  private static final int BYTES = Examples.BYTES + 150 * MAX_NAMES;
  private static final long SOON_NANOS = 1_000_000_000L;

  private final Map<Pair, PairState> pairs = new LinkedHashMap<>();

  private static final class PairState {
    final Examples lost = new Examples();
    final List<String> lostNames = new ArrayList<>();
    final Set<String> plainNames = new HashSet<>();
    long plain;
    boolean truncated;
    boolean answered;
  }

  EdnsDroppedDetector(MemoryBudget budget) {
    super(FindingId.EDNS_DROPPED, Optional.empty(), budget);
  }

  @Override
  void exchange(DnsExchange exchange) {
    if (exchange.question().overTcp()) {
      return;
    }
    Pair pair = new Pair(exchange.client().address(), exchange.server());
    PairState state = budget.keep(pairs, pair, BYTES, PairState::new);
    boolean answered = exchange.state() == QueryState.ANSWERED;
    Edns edns = exchange.question().edns();
    if (edns == Edns.NONE) {
      boolean answeredSoon = answered && exchange.durationNanos().orElseThrow() <= SOON_NANOS;
      if (answeredSoon) {
        addName(state.plainNames, exchange);
      }
      state.plain += answeredSoon && exchange.transmissions() == 1 ? 1 : 0;
      state.truncated |= answered && exchange.answer().orElseThrow().truncated();
    } else if (answered && (edns == Edns.ALL || exchange.outcome().answers() > 1)) {
      state.answered = true;
    } else if (exchange.state() != QueryState.PENDING || exchange.transmissions() > 1) {
      state.lost.add(exchange.name(), exchange.frame());
      addName(state.lostNames, exchange);
      if (answered) {
        addName(state.plainNames, exchange);
      }
    }
  }

  private static void addName(Collection<String> names, DnsExchange exchange) {
    if (names.size() < MAX_NAMES) {
      names.add(exchange.name());
    }
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    pairs.forEach(
        (pair, state) -> {
          if (!state.answered && state.lost.count() >= MIN_COUNT && state.plain >= MIN_COUNT) {
            Optional<String> missing =
                facts.answersMayBeMissing(
                    pair.client(), pair.server().address(), Long.MIN_VALUE, Long.MAX_VALUE);
            out.report(
                missing.isEmpty()
                    && !state.truncated
                    && state.lostNames.stream().filter(state.plainNames::contains).count()
                        >= MIN_COUNT,
                Finding.Place.ofLookups(pair, state.lost),
                state.lost.count(),
                state.plain);
          }
        });
  }
}
