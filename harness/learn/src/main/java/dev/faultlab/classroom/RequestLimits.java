package dev.faultlab.classroom;

import dev.faultlab.classroom.RequestRefused.Code;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How often a browser or a network may make a request. Enough for a hurried person and for a whole
 * class behind one address; too little to fill the room or the disk.
 */
final class RequestLimits {

  /** The limited actions. */
  enum Action {
    /**
     * By network: a class opens the page at once, and later only late-comers do. In an hour and a
     * half these are as many as a room takes, so that one network does not fill it.
     */
    FRESH_COOKIE(120, Duration.ofSeconds(30), Integer.MAX_VALUE),
    /** By browser: only a person who was removed joins again. */
    JOIN(3, Duration.ofMinutes(1), Integer.MAX_VALUE),
    /** By person: a day of writing does not fill the disk. */
    ANSWER(40, Duration.ofMillis(250), 2000),
    /** By person: a page sends a request when it is notified of a change. */
    LOOK(100, Duration.ofMillis(50), Integer.MAX_VALUE);

    private final int burst;
    private final Duration every;
    private final int rate;

    /**
     * @param atOnce how many are allowed after a long pause
     * @param each time until one more is allowed
     * @param inAll limit of all networks; one more a minute
     */
    Action(int atOnce, Duration each, int inAll) {
      this.burst = atOnce;
      this.every = each;
      this.rate = inAll;
    }
  }

  /** Changes of the system time have no effect. */
  static final TimeMeter CLOCK = TimeMeter.SYSTEM_NANOTIME;

  /** Clears the table when it is full, so that it cannot grow without bound. */
  private static final int MAX_REMEMBERED = 20_000;

  private final TimeMeter clock;
  private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();

  RequestLimits(TimeMeter clock) {
    this.clock = clock;
  }

  /** Counts one; rejects it if there were too many. */
  void count(Action action, String who) {
    if (!allows(action, who)) {
      throw new RequestRefused(Code.TOO_FAST, "too many requests; wait a moment");
    }
  }

  /** Counts a request and allows it, unless there were too many. */
  boolean allows(Action action, String who) {
    if (buckets.size() > MAX_REMEMBERED) {
      buckets.clear();
    }
    Bucket bucket =
        buckets.computeIfAbsent(
            action + " " + who,
            key ->
                Bucket.builder()
                    .addLimit(limit -> limit.capacity(action.burst).refillGreedy(1, action.every))
                    .addLimit(l -> l.capacity(action.rate).refillGreedy(1, Duration.ofMinutes(1)))
                    .withCustomTimePrecision(clock)
                    .build());
    return bucket.tryConsume(1);
  }
}
