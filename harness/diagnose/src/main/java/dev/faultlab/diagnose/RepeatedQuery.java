package dev.faultlab.diagnose;

import dev.faultlab.capture.dns.DnsExchange;
import java.util.List;

/**
 * A query that got an answer only after it was sent again, under the same id or a new one.
 *
 * @param first that was asked first
 * @param answered the same, or the one that took its place
 */
record RepeatedQuery(DnsExchange first, DnsExchange answered) {

  private static final int SERVER_FAILURE = 2;

  /** A coincidence of one in so many is left to explain by a server that was slow all the time. */
  private static final int ODDS = 10;

  /** The same where nothing is to be left to explain. */
  private static final int SURE_ODDS = 50;

  /** The same where the server's own times say less: one in so many of the client's patience. */
  private static final int SHORT = 200;

  private static final int ENOUGH_TIMES = 5;

  private static final int OFTEN_QUICK = 50;

  private static final long SECOND = 1_000_000_000L;

  /** A client's clock is a little late on a busy machine, and frames' times are not exact. */
  private static final long LATE_NANOS = SECOND / 10;

  private static final long EARLY_NANOS = SECOND / 100;

  /** A server that asks others gives up by then, and musl asks again after a quarter of it. */
  private static final long LATEST_NANOS = 10 * SECOND;

  /** Whether the second query is the first one once more. */
  enum SameQuery {
    /** By its id; a client with an answer does not send that again. */
    YES,
    /** By its time; the answer to the first may be missing in the capture only. */
    UNDER_ANOTHER_ID,
    /** It may well be a lookup of its own. */
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

  /** The last transmission before the answer. */
  DnsExchange.Sent again() {
    List<DnsExchange.Sent> again = answered.retransmissions();
    return again.isEmpty() ? answered.first() : again.get(again.size() - 1);
  }

  DnsExchange.Answer answer() {
    return answered.answer().orElseThrow();
  }

  SameQuery same() {
    if (first == answered) {
      return SameQuery.YES;
    }
    return answered.cause().maybeOrdinary() || answered.cause().earlierAnswered()
        ? SameQuery.DOUBTFUL
        : SameQuery.UNDER_ANOTHER_ID;
  }

  /** How long the client stood still. */
  long stallNanos() {
    return answer().timeNanos() - first.timeNanos();
  }

  /** From the last repetition to the answer. */
  long delayNanos() {
    return answer().timeNanos() - again().timeNanos();
  }

  /** Whether the machine that captures lost the first transmission before it left. */
  boolean wasLostInside(ServerHabits habits) {
    return habits.of(first.server()).isTranslated() && !first.repeats().firstPassedOn();
  }

  /** Whether only one of two queries that left one port together was answered. */
  boolean hasAnsweredSibling() {
    return first.repeats().siblingAnswered();
  }

  /**
   * A server that is slow, or merges repetitions and answers them once, has the answer ready at any
   * moment; that this is right after a repetition is as likely as that moment is short. One that
   * answers each transmission, the first one late, is told by the late answer: the capture has to
   * go on for it, unless the server has answered the same question quickly all the time. An answer
   * to the other type of address meanwhile tells nothing of this one.
   *
   * @param endNanos when the capture ends
   */
  Reading read(ServerHabits habits, long endNanos) {
    ServerHabits.Server usual = habits.of(answered.server());
    long wait = again().timeNanos() - first.timeNanos();
    boolean failed = answer().rcode() == SERVER_FAILURE;
    boolean several = answered.outcome().answers() > 1 || answered.outcome().askedAnew();
    if (failed || several || !isRetry(wait)) {
      return Reading.MAYBE_SLOW;
    }
    long quick = Math.max(usual.usualNanos(), wait / SHORT);
    boolean near = delayNanos() <= quick && quick <= wait / ODDS;
    // A server that is far away is never quick, but always takes about as long.
    boolean far = usual.timed() >= ENOUGH_TIMES && usual.isAbout(delayNanos(), wait / ODDS);
    boolean lateOneMayFollow =
        endNanos - first.timeNanos() < Math.max(LATEST_NANOS, 2 * wait)
            && !(near && isAlwaysQuick(habits, wait));
    boolean lostInside = wasLostInside(habits);
    if (!lostInside && (!near && !far || lateOneMayFollow || usual.oftenTakes(wait, ODDS))) {
      return Reading.MAYBE_SLOW;
    }
    if (!first.server().equals(answered.server())) {
      return habits.answers(first.server(), first.name(), first.type())
          ? Reading.LIKELY_LOST
          : Reading.MAYBE_SLOW;
    }
    boolean known = usual.timed() >= ENOUGH_TIMES && delayNanos() <= usual.usualNanos();
    boolean sure = known && same() == SameQuery.YES && quick * SURE_ODDS <= wait;
    boolean over = endNanos - first.timeNanos() >= Math.max(LATEST_NANOS, 2 * wait);
    return sure && over && usual.slowestNanos() < wait ? Reading.LOST : Reading.LIKELY_LOST;
  }

  /** So many quick answers to the same question say that the server is not slow at it. */
  private boolean isAlwaysQuick(ServerHabits habits, long wait) {
    return habits.answersQuickly(
        answered.server(), first.name(), first.type(), OFTEN_QUICK, wait / ODDS);
  }

  /**
   * Whether the client asked the same once more. Under another id only its clock tells: resolvers
   * wait for whole seconds (resolv.conf, Go, c-ares, Netty), and other lookups come at any time.
   */
  private boolean isRetry(long wait) {
    return switch (same()) {
      case YES -> true;
      case UNDER_ANOTHER_ID -> {
        long clock = wait + EARLY_NANOS;
        yield clock >= SECOND && clock % SECOND <= EARLY_NANOS + LATE_NANOS;
      }
      case DOUBTFUL -> false;
    };
  }
}
