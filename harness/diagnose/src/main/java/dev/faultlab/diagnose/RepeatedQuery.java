package dev.faultlab.diagnose;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsExchange.Edns;
import java.util.List;

/**
 * A query that got an answer only after it was sent again, under the same id or a new one.
 *
 * <p>Thresholds, with their units:
 *
 * <ul>
 *   <li>answers that show how fast a server usually is: at least 5. Usual means the time within
 *       which nine of ten came, or twice the median if that is more.
 *   <li>the answer after the repetition, and the usual time: at most a tenth of the client's wait,
 *       and a fiftieth for <em>certain</em>; a server that is slow by chance answers that soon once
 *       in 10 or 50 cases. Times below a 200th of the wait are not distinguished.
 *   <li>quick answers to the same question that show that the server is not slow at it: 50.
 *   <li>a repetition under another id: a whole number of seconds after the first query
 *       (resolv.conf, Go, c-ares and Netty wait that long), from 10 ms earlier to 100 ms later.
 *   <li>end of the capture after the first query: 10 s, or twice the client's wait if that is more;
 *       a recursive server has given up before that.
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 *
 * @param first the original query
 * @param answered the same query, or the one that replaced it
 */
record RepeatedQuery(DnsExchange first, DnsExchange answered) {

  private static final int SERVER_FAILURE = 2;

  /**
   * The accepted probability that a constantly slow server produces this by chance, as one in N.
   */
  private static final int ONE_IN = 10;

  /** The accepted probability for a certain finding, as one in N. */
  private static final int CERTAIN_ONE_IN = 50;

  /**
   * If the server's own times are not precise, a delay of less than one Nth of the client's wait is
   * short.
   */
  private static final int SHORT_DIVISOR = 200;

  private static final int MIN_TIMES = 5;

  private static final int MIN_QUICK_ANSWERS = 50;

  private static final long SECOND = 1_000_000_000L;

  /** A busy client's timer fires a little late, and frame times are not exact. */
  private static final long TIMER_LATE_NANOS = SECOND / 10;

  private static final long TIMER_EARLY_NANOS = SECOND / 100;

  /** No recursive server takes longer; musl repeats after a quarter of it. */
  private static final long MAX_SERVER_NANOS = 10 * SECOND;

  /** Whether the second query repeats the first. */
  enum SameQuery {
    /** By its id; a client with an answer does not repeat it. */
    YES,
    /** By its time; the first answer may be missing only in the capture. */
    UNDER_ANOTHER_ID,
    /** It may be an independent lookup. */
    DOUBTFUL
  }

  /** The conclusion from the times. */
  enum Conclusion {
    /** The first transmission or its answer was lost. */
    LOST,
    LIKELY_LOST,
    /** The answer may be a late one to the first transmission. */
    MAYBE_SLOW
  }

  /** The last transmission before the answer. */
  DnsExchange.Sent lastSent() {
    List<DnsExchange.Sent> repeats = answered.retransmissions();
    return repeats.isEmpty() ? answered.first() : repeats.get(repeats.size() - 1);
  }

  DnsExchange.Answer answer() {
    return answered.answer().orElseThrow();
  }

  SameQuery sameQuery() {
    if (first == answered) {
      return SameQuery.YES;
    }
    return answered.cause().maybeOrdinary() || answered.cause().earlierAnswered()
        ? SameQuery.DOUBTFUL
        : SameQuery.UNDER_ANOTHER_ID;
  }

  /** How long the client waited. */
  long stallNanos() {
    return answer().timeNanos() - first.timeNanos();
  }

  /** From the last repetition to the answer. */
  long delayNanos() {
    return answer().timeNanos() - lastSent().timeNanos();
  }

  /** Until when a late answer to the first transmission may come. */
  long lateAnswerUntilNanos() {
    return first.timeNanos()
        + Math.max(MAX_SERVER_NANOS, 2 * (lastSent().timeNanos() - first.timeNanos()));
  }

  /** Whether the client was quicker than a resolver's time-out, so no program waited. */
  boolean isQuick() {
    return stallNanos() < TIMER_LATE_NANOS;
  }

  /**
   * Whether only the repetition had no EDNS, and the server has never answered a query of this
   * client with it: something may drop those (RFC 6891 6.2.2).
   */
  boolean mayBeAboutEdns(ServerHabits habits) {
    boolean dropped =
        first == answered
            ? first.question().edns() == Edns.DROPPED
            : first.question().edns() != Edns.NONE && answered.question().edns() == Edns.NONE;
    return dropped && !habits.of(first.server()).clientsWithEdns.contains(first.client().address());
  }

  /** Whether the capturing machine lost the first transmission before it left. */
  boolean wasLostInside(ServerHabits habits) {
    return habits.of(first.server()).isTranslated() && !first.repeats().firstPassedOn();
  }

  /**
   * A server that is slow, or merges repetitions and answers once, can answer at any moment. An
   * answer right after a repetition is therefore as unlikely as that moment is short. A server that
   * answers each transmission, the first one late, is recognised by the late answer. The capture
   * must continue until then, unless the server has always answered the same question quickly. A
   * simultaneous answer for the other address type proves nothing about this one.
   *
   * @param endNanos end of the capture
   */
  Conclusion read(ServerHabits habits, long endNanos) {
    ServerHabits.Server server = habits.of(answered.server());
    long wait = lastSent().timeNanos() - first.timeNanos();
    boolean failed = answer().rcode() == SERVER_FAILURE;
    boolean severalAnswers = answered.outcome().answers() > 1 || answered.outcome().askedAgain();
    if (failed || severalAnswers || !isRetry(wait) || mayBeAboutEdns(habits)) {
      return Conclusion.MAYBE_SLOW;
    }
    long quick = Math.max(server.times.usualNanos(), wait / SHORT_DIVISOR);
    boolean near = delayNanos() <= quick && quick <= wait / ONE_IN;
    // A distant server is never quick, but always takes about the same time.
    boolean far = server.times.count >= MIN_TIMES && server.isAbout(delayNanos(), wait / ONE_IN);
    // With so many quick answers to the same question, the server is not slow at it.
    boolean alwaysQuick =
        habits.answersQuickly(
            answered.server(), first.name(), first.type(), MIN_QUICK_ANSWERS, wait / ONE_IN);
    boolean lateOneMayFollow = endNanos < lateAnswerUntilNanos() && !(near && alwaysQuick);
    boolean lostInside = wasLostInside(habits);
    if (!lostInside && (!near && !far || lateOneMayFollow || server.oftenTakes(wait, ONE_IN))) {
      return Conclusion.MAYBE_SLOW;
    }
    if (!first.server().equals(answered.server())) {
      return habits.answers(first.server(), first.name(), first.type())
          ? Conclusion.LIKELY_LOST
          : Conclusion.MAYBE_SLOW;
    }
    boolean known = server.times.count >= MIN_TIMES && delayNanos() <= server.times.usualNanos();
    boolean sure = known && sameQuery() == SameQuery.YES && quick * CERTAIN_ONE_IN <= wait;
    boolean over = endNanos >= lateAnswerUntilNanos();
    return sure && over && server.slowestNanos < wait ? Conclusion.LOST : Conclusion.LIKELY_LOST;
  }

  /**
   * Whether the client repeated the query. With another id only the timing shows it: resolvers wait
   * for whole seconds (resolv.conf, Go, c-ares, Netty), while other lookups come at any time.
   */
  private boolean isRetry(long wait) {
    return switch (sameQuery()) {
      case YES -> true;
      case UNDER_ANOTHER_ID -> {
        long clock = wait + TIMER_EARLY_NANOS;
        yield clock >= SECOND && clock % SECOND <= TIMER_EARLY_NANOS + TIMER_LATE_NANOS;
      }
      case DOUBTFUL -> false;
    };
  }
}
