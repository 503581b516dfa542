package dev.faultlab.diagnose;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.State;
import dev.faultlab.capture.ledger.Destination;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers that do not fit into a datagram, and a name server that cannot be asked over TCP.
 *
 * <p>The fact that decides: what became of the connection that the client opens for the whole
 * answer (RFC 7766).
 *
 * <p>Thresholds, with their units: truncated answers at least 2, attempts that were refused or that
 * sent at least 2 SYNs that were never answered, and none that was.
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class TruncatedUnfetchableDetector extends Detector {
  private static final int MIN_QUERIES = 2;

  private final Map<Pair, PairState> pairs = new LinkedHashMap<>();

  private static final class PairState {
    final Examples truncated = new Examples();
    long whole;
  }

  TruncatedUnfetchableDetector(MemoryBudget budget) {
    super(FindingId.TRUNCATED_UNFETCHABLE, Optional.empty(), budget);
  }

  @Override
  void exchange(DnsExchange exchange) {
    if (exchange.question().overTcp() || exchange.answer().isEmpty()) {
      return;
    }
    Pair pair = new Pair(exchange.client().address(), exchange.server());
    PairState state = budget.keep(pairs, pair, Examples.BYTES, PairState::new);
    if (exchange.answer().get().truncated()) {
      state.truncated.add(exchange.name(), exchange.answer().get().frame());
    } else {
      state.whole++;
    }
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    pairs.forEach(
        (pair, state) -> {
          Destination to = facts.ledger().destination(pair.server()).orElse(null);
          if (to != null && state.truncated.count() >= MIN_QUERIES) {
            out.reportOf(to, !to.isWhole(), () -> conclude(pair, state, to, out));
          }
        });
  }

  private static void conclude(Pair pair, PairState state, Destination server, Conclusions out) {
    List<TcpConnection> all =
        server.connections().filter(each -> each.client().address().equals(pair.client())).toList();
    long refused =
        all.stream()
            .filter(each -> each.state() == State.REFUSED || each.state() == State.UNREACHABLE)
            .count();
    long unanswered =
        all.stream().filter(each -> each.state() == State.UNANSWERED && each.syns() > 1).count();
    if (refused + unanswered < MIN_QUERIES || refused + unanswered < all.size()) {
      return;
    }
    out.report(
        state.whole > 0,
        Finding.Place.ofLookups(pair, state.truncated),
        state.truncated.count(),
        unanswered,
        refused,
        state.whole);
  }
}
