package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsExchange.Origin;
import dev.faultlab.capture.DnsExchange.QueryState;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.State;
import dev.faultlab.capture.ledger.Destination;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Answers from another address than was asked, as if a translation of addresses is missing on the
 * way back.
 *
 * <p>The fact that decides: the client does not take the answer. It asks again, or refuses it with
 * a reset.
 *
 * <p>Thresholds, with their units: DNS queries at least 2 that the client repeats, because an
 * answer has only an id of 16 bits and a port. Under another id it asks for no other name before,
 * and within 6 s, because a program may also ask at intervals; without any under the same id,
 * <em>certain</em> needs 3. A SYN-ACK that acknowledges the SYN's number is enough.
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class AnswerFromElsewhereDetector extends Detector {
  private static final int MIN_QUERIES = 2;

  /** Resolvers wait for 5 s at most before they ask the same server again. */
  private static final long RETRY_NANOS = 6_000_000_000L;

  private final Map<Pair, StrayAnswers> queries = new LinkedHashMap<>();

  private static final class StrayAnswers {
    final Examples examples = new Examples();
    Address from;
    long refused;
    long repeated;
    DnsExchange.Sent lookup;
    String name;
  }

  AnswerFromElsewhereDetector(MemoryBudget budget) {
    super(FindingId.ANSWER_FROM_ELSEWHERE, Optional.empty(), budget);
  }

  @Override
  void exchange(DnsExchange exchange) {
    Optional<Address> from = exchange.outcome().answeredFrom();
    if (from.isEmpty() || exchange.state() == QueryState.ANSWERED) {
      return;
    }
    Pair pair = new Pair(exchange.client().address(), exchange.server());
    StrayAnswers strays = budget.keep(queries, pair, Examples.BYTES, StrayAnswers::new);
    strays.from = from.get();
    strays.examples.add(exchange.name(), exchange.frame());
    if (exchange.origin() == Origin.LOOKUP || !exchange.name().equals(strays.name)) {
      strays.lookup = exchange.first();
      strays.name = exchange.name();
    }
    boolean repeated = exchange.transmissions() > 1;
    boolean retry =
        exchange.origin() == Origin.RETRY_WITH_NEW_ID
            && !exchange.cause().maybeOrdinary()
            && exchange.cause().earlierFrame().orElse(0) >= strays.lookup.frame()
            && exchange.timeNanos() - strays.lookup.timeNanos() <= RETRY_NANOS;
    strays.repeated += repeated ? 1 : 0;
    strays.refused += repeated || retry ? 1 : 0;
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    queries.forEach(
        (pair, strays) -> {
          if (strays.refused >= MIN_QUERIES) {
            out.reportAs(
                "dns",
                strays.repeated > 0 || strays.refused > MIN_QUERIES,
                Finding.Place.ofLookups(pair, strays.examples),
                strays.examples.count(),
                strays.from,
                strays.refused);
          }
        });
    for (Destination each : facts.ledger().destinations()) {
      boolean isSample = each.of(State.UNANSWERED).size() < each.count(State.UNANSWERED);
      out.reportOf(each, isSample, () -> conclude(each, facts, out));
    }
  }

  private static void conclude(Destination destination, CaptureFacts facts, Conclusions out) {
    Map<Pair, StrayAnswers> clients = new LinkedHashMap<>();
    for (TcpConnection attempt : destination.of(State.UNANSWERED)) {
      facts
          .ledger()
          .answeredElsewhere(attempt)
          .ifPresent(
              stray -> {
                Pair pair = new Pair(attempt.client().address(), attempt.server());
                StrayAnswers strays = clients.computeIfAbsent(pair, any -> new StrayAnswers());
                boolean wasReset = stray.clientSide().closing().reset().isPresent();
                strays.from = stray.server().address();
                strays.examples.add(attempt, attempt.opening().frame(), stray.opening().frame());
                strays.refused += wasReset || attempt.syns() > 1 ? 1 : 0;
              });
    }
    clients.forEach(
        (pair, strays) -> {
          if (strays.refused > 0) {
            out.report(
                strays.refused == strays.examples.count(),
                Finding.Place.ofConnections(pair, strays.examples),
                strays.examples.count(),
                strays.from,
                strays.refused);
          }
        });
  }
}
