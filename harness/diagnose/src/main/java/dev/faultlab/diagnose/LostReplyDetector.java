package dev.faultlab.diagnose;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Replies that never arrived, and how long the client waited for each.
 *
 * <p>A repeated query alone is not a lost reply: a slow server answers late, and many merge
 * repetitions and answer once. {@link RepeatedQuery} tells them apart by the time from the last
 * repetition to the answer. TCP repairs its own losses, so DNS over TCP is left out.
 *
 * <p>{@link RepeatedQuery} lists the thresholds of times. Besides, the capture shows queries on
 * both sides of an address translation if at least 3 of a server's queries, and 90 % of those that
 * were answered, were captured twice; this is our choice.
 */
final class LostReplyDetector extends Detector {
  private static final int GROUP_BYTES = 350;

  /** Memory besides the exchange itself, whose answer a repeated query keeps. */
  private static final int ENTRY_BYTES = 100;

  private final ServerHabits habits;
  private final Map<Pair, Group> losses = new LinkedHashMap<>();

  private final RetryPairs retries;

  private static final class Group {
    final List<RepeatedQuery> repeated = new ArrayList<>();
    final List<DnsExchange> unanswered = new ArrayList<>();
  }

  LostReplyDetector(MemoryBudget budget) {
    super(FindingId.LOST_DNS_REPLY, LabFault.of("dns-java"), budget);
    this.habits = new ServerHabits(budget);
    this.retries =
        new RetryPairs(budget, (lost, retry) -> repeated(retry, new RepeatedQuery(lost, retry)));
  }

  @Override
  void exchange(DnsExchange exchange) {
    if (exchange.question().overTcp()) {
      return;
    }
    habits.exchange(exchange);
    switch (exchange.state()) {
      case ANSWERED -> {
        if (exchange.transmissions() > exchange.outcome().answers()) {
          repeated(exchange, new RepeatedQuery(exchange, exchange));
        }
      }
      case RETRIED -> {
        if (!retries.addGivenUp(exchange)) {
          addUnanswered(exchange);
        }
      }
      case ABANDONED -> addUnanswered(exchange);
      case PENDING -> {
        if (exchange.transmissions() > 1) {
          addUnanswered(exchange);
        }
      }
    }
    if (exchange.answer().isPresent()
        && exchange.origin() == DnsExchange.Origin.RETRY_WITH_NEW_ID) {
      retries.addRetry(exchange);
    }
  }

  private void repeated(DnsExchange answered, RepeatedQuery query) {
    Pair pair = new Pair(answered.client().address(), query.first().server());
    withGroup(pair, answered, group -> group.repeated.add(query));
  }

  private void addUnanswered(DnsExchange exchange) {
    // A client that asks several servers at once and has one answer does not wait for the others.
    if (!exchange.outcome().answeredElsewhere() && exchange.outcome().answeredFrom().isEmpty()) {
      Pair pair = new Pair(exchange.client().address(), exchange.server());
      withGroup(pair, exchange, group -> group.unanswered.add(exchange));
    }
  }

  private void withGroup(Pair pair, DnsExchange exchange, Consumer<Group> use) {
    Group group = budget.keep(losses, pair, GROUP_BYTES, Group::new);
    if (budget.reserve(Part.FINDINGS, ENTRY_BYTES + exchange.bytes())) {
      use.accept(group);
    }
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    retries.removeRemaining().forEach(this::addUnanswered);
    long end = facts.coverage().lastTimeNanos().orElse(0);
    losses.forEach(
        (pair, group) -> {
          if (habits.of(pair.server()).answers > 0) {
            conclude(pair, group, facts, end, out);
          }
        });
  }

  private void conclude(Pair pair, Group group, CaptureFacts facts, long end, Conclusions out) {
    String who = pair.client() + " asking " + pair.server();
    List<RepeatedQuery> fullyCaptured =
        group.repeated.stream().filter(each -> mayLack(pair, each, facts).isEmpty()).toList();
    LostReplies certainLosses = new LostReplies(fullyCaptured, group.unanswered, habits, end);
    boolean wholeGroup = certainLosses.isLoss() || fullyCaptured.size() == group.repeated.size();
    LostReplies lost =
        wholeGroup ? certainLosses : new LostReplies(group.repeated, group.unanswered, habits, end);
    if (!lost.isLoss()) {
      if (!lost.unclear.isEmpty()) {
        out.undecided(who + ": " + lost.unclearText());
      }
    } else if (!habits.of(pair.server()).clients.contains(pair.client())) {
      out.undecided(text("one-client", who, lost.examples));
    } else if (!wholeGroup) {
      String why =
          group.repeated.stream()
              .flatMap(each -> mayLack(pair, each, facts).stream())
              .findFirst()
              .orElseThrow();
      out.undecided(text("lacking", who, lost.examples, why));
    } else {
      report(pair, habits.of(pair.server()), lost, out);
    }
  }

  private static Optional<String> mayLack(Pair pair, RepeatedQuery query, CaptureFacts facts) {
    return facts.answersMayBeMissing(
        pair.client(),
        pair.server().address(),
        query.first().timeNanos(),
        query.lateAnswerUntilNanos());
  }

  private void report(Pair pair, ServerHabits.Server server, LostReplies lost, Conclusions out) {
    out.add(
        lab,
        lost.isCertain(),
        Finding.Place.ofLookups(pair, lost.examples),
        lost.why(server),
        "Not a frame that the capture has twice. " + lost.otherExplanations(server),
        "",
        lost.remedy());
  }
}
