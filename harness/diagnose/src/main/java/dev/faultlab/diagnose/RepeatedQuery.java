package dev.faultlab.diagnose;

import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.dns.DnsExchange;
import java.util.List;

/**
 * A query that got an answer only after it was sent again, under the same id or a new one.
 *
 * @param server that was asked first
 * @param answeredBy that answered
 * @param askedNanos when it was sent first
 * @param againFrame the transmission that came last before the answer
 * @param answers to that one query; more than one shows a server that answers each repetition
 * @param askedAnew whether it was sent once more after the answer, so that a late one may have come
 * @param same whether what was sent last is the first query once more
 */
record RepeatedQuery(
    String name,
    int type,
    Endpoint server,
    Endpoint answeredBy,
    long frame,
    long askedNanos,
    long againFrame,
    long againNanos,
    DnsExchange.Answer answer,
    int answers,
    boolean askedAnew,
    SameQuery same) {

  private static final int SERVER_FAILURE = 2;

  /** A coincidence of one in so many is left to explain by a server that was slow all the time. */
  private static final int ODDS = 10;

  /** The same where nothing is to be left to explain. */
  private static final int SURE_ODDS = 50;

  /** The same where the server's own times say less: one in so many of the client's patience. */
  private static final int SHORT = 200;

  private static final int ENOUGH_TIMES = 5;

  private static final long SECOND = 1_000_000_000L;

  /** A client's clock is a little late on a busy machine, and frames' times are not exact. */
  private static final long LATE_NANOS = SECOND / 10;

  private static final long EARLY_NANOS = SECOND / 100;

  /** A server that asks others gives up by then, and musl asks again after a quarter of it. */
  private static final long LATEST_NANOS = 10 * SECOND;

  /** Whether the second query is the first one once more. */
  enum SameQuery {
    /** By its id; nobody sends that again who has an answer. */
    YES,
    /** By its time; the answer to the first may be missing in the capture only. */
    UNDER_ANOTHER_ID,
    /** It may well be a look-up of its own. */
    DOUBTFUL
  }

  /** What the times say. */
  enum Reading {
    /** The first transmission or its answer was lost. */
    LOST,
    LIKELY_LOST,
    /** The answer may be the late one to the first transmission. */
    MAYBE_SLOW
  }

  /** The same query once more: retransmitted as it was. */
  static RepeatedQuery of(DnsExchange exchange) {
    List<DnsExchange.Sent> again = exchange.retransmissions();
    DnsExchange.Sent last = again.get(again.size() - 1);
    return of(exchange, exchange, last.frame(), last.timeNanos());
  }

  /**
   * @param lost never answered
   * @param retry the answered query that took its place
   */
  static RepeatedQuery of(DnsExchange lost, DnsExchange retry) {
    List<DnsExchange.Sent> again = retry.retransmissions();
    return again.isEmpty()
        ? of(lost, retry, retry.frame(), retry.timeNanos())
        : of(
            lost,
            retry,
            again.get(again.size() - 1).frame(),
            again.get(again.size() - 1).timeNanos());
  }

  private static RepeatedQuery of(
      DnsExchange first, DnsExchange answered, long againFrame, long againNanos) {
    return new RepeatedQuery(
        first.name(),
        first.type(),
        first.server(),
        answered.server(),
        first.frame(),
        first.timeNanos(),
        againFrame,
        againNanos,
        answered.answer().orElseThrow(),
        answered.answers(),
        answered.askedAnew(),
        first == answered
            ? SameQuery.YES
            : answered.maybeOrdinary() || answered.earlierAnswered()
                ? SameQuery.DOUBTFUL
                : SameQuery.UNDER_ANOTHER_ID);
  }

  /** How long the client stood still. */
  long stallNanos() {
    return answer.timeNanos() - askedNanos;
  }

  /** From the last repetition to the answer. */
  long delayNanos() {
    return answer.timeNanos() - againNanos;
  }

  /**
   * A server that is slow, or merges repetitions and answers them once, has the answer ready at any
   * moment; that this is right after a repetition is as likely as that moment is short. One that
   * answers each transmission, the first one late, is told by the late answer: the capture has to
   * go on for it. An answer to the other type of address meanwhile tells nothing of this one.
   *
   * @param endNanos when the capture ends
   */
  Reading read(ServerHabits habits, long endNanos) {
    ServerHabits.Server usual = habits.of(answeredBy);
    long wait = againNanos - askedNanos;
    boolean failed = answer.rcode() == SERVER_FAILURE;
    long quick = Math.max(usual.usualNanos(), wait / SHORT);
    boolean slow = delayNanos() > quick || quick > wait / ODDS || answers > 1 || askedAnew;
    boolean lateOneMayFollow = endNanos - askedNanos < Math.max(LATEST_NANOS, 2 * wait);
    if (failed || slow || lateOneMayFollow || usual.oftenTakes(wait, ODDS) || !isRetry(wait)) {
      return Reading.MAYBE_SLOW;
    }
    if (!server.equals(answeredBy)) {
      return habits.answers(server, name, type) ? Reading.LIKELY_LOST : Reading.MAYBE_SLOW;
    }
    boolean known = usual.timed() >= ENOUGH_TIMES && delayNanos() <= usual.usualNanos();
    boolean sure = known && same == SameQuery.YES && quick * SURE_ODDS <= wait;
    return sure && usual.slowestNanos() < wait ? Reading.LOST : Reading.LIKELY_LOST;
  }

  /**
   * Whether the client asked the same once more. Under another id only its clock tells: resolvers
   * wait for whole seconds (resolv.conf, Go, c-ares, Netty), and other look-ups come at any time.
   */
  private boolean isRetry(long wait) {
    return switch (same) {
      case YES -> true;
      case UNDER_ANOTHER_ID -> {
        long clock = wait + EARLY_NANOS;
        yield clock >= SECOND && clock % SECOND <= EARLY_NANOS + LATE_NANOS;
      }
      case DOUBTFUL -> false;
    };
  }
}
