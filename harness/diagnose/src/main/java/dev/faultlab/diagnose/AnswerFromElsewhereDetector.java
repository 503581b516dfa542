package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsExchange.Fate;
import dev.faultlab.capture.DnsExchange.Origin;
import dev.faultlab.capture.TcpConnection;
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
  private static final int LEAST_QUERIES = 2;

  /** Resolvers wait for 5 s at most before they ask the same server again. */
  private static final long RETRY_NANOS = 6_000_000_000L;

  private final Map<Pair, Strays> queries = new LinkedHashMap<>();

  private static final class Strays {
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
    if (from.isEmpty() || exchange.fate() == Fate.ANSWERED) {
      return;
    }
    Pair pair = new Pair(exchange.client().address(), exchange.server());
    Strays of = budget.keep(queries, pair, Examples.BYTES, Strays::new);
    of.from = from.get();
    of.examples.add(exchange.name(), exchange.frame());
    if (exchange.origin() == Origin.LOOKUP || !exchange.name().equals(of.name)) {
      of.lookup = exchange.first();
      of.name = exchange.name();
    }
    boolean repeated = exchange.transmissions() > 1;
    boolean retry =
        exchange.origin() == Origin.RETRY_WITH_NEW_ID
            && !exchange.cause().maybeOrdinary()
            && exchange.cause().earlierFrame().orElse(0) >= of.lookup.frame()
            && exchange.timeNanos() - of.lookup.timeNanos() <= RETRY_NANOS;
    of.repeated += repeated ? 1 : 0;
    of.refused += repeated || retry ? 1 : 0;
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    queries.forEach(
        (pair, of) -> {
          if (of.refused >= LEAST_QUERIES) {
            out.reportAs(
                "dns",
                of.repeated > 0 || of.refused > LEAST_QUERIES,
                Finding.Place.asking(pair, of.examples),
                of.examples.count(),
                of.from,
                of.refused);
          }
        });
    facts.ledger().destinations().forEach(each -> conclude(each, facts, out));
  }

  private static void conclude(Destination destination, CaptureFacts facts, Conclusions out) {
    Map<Pair, Strays> clients = new LinkedHashMap<>();
    for (TcpConnection attempt : destination.of(TcpConnection.Fate.UNANSWERED)) {
      facts
          .ledger()
          .answeredElsewhere(attempt)
          .ifPresent(
              stray -> {
                Pair pair = new Pair(attempt.client().address(), attempt.server());
                Strays of = clients.computeIfAbsent(pair, any -> new Strays());
                boolean reset = stray.clientSide().closing().reset().isPresent();
                of.from = stray.server().address();
                of.examples.add(attempt, attempt.opening().frame(), stray.opening().frame());
                of.refused += reset || attempt.syns() > 1 ? 1 : 0;
              });
    }
    clients.forEach(
        (pair, of) -> {
          if (of.refused > 0) {
            out.report(
                of.refused == of.examples.count(),
                Finding.Place.connecting(pair, of.examples),
                of.examples.count(),
                of.from,
                of.refused);
          }
        });
  }
}
