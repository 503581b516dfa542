package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.Course;
import java.util.ArrayList;
import java.util.List;

/**
 * A small client whose reaction to a condition is known. It calls an echo server behind the same
 * router, so it does not depend on what the service calls.
 *
 * @param what it does, for a reader: {@code keeps its connections for ever}
 * @param known what becomes of its requests; where a count decides, whether they are harmed
 * @param options of the program {@code caller}, each {@code key=value}
 */
public record Canary(String what, Course known, List<String> options) {

  /** Opens a connection for each request. */
  static final Canary EACH =
      that(Course.AVOIDS, "opens a connection for each request", "connection=each");

  /** Repeats a call that failed, for so long. */
  static Canary repeats(String limit, String retry) {
    String what = "repeats a call on a new connection";
    return that(Course.HEALS, what, "connection=kept", "limit=" + limit, "retry=" + retry);
  }

  /** Those that connections harm which have ended, and others. */
  static List<Canary> ofConnections(String failure, String limit, Canary... others) {
    String time = "limit=" + limit;
    List<Canary> all = new ArrayList<>();
    all.add(
        that(
            Course.STAYS_BROKEN,
            "keeps its connections after " + failure,
            "connection=stuck",
            time));
    all.add(
        that(
            Course.FAILS_ONCE, "closes its connections after " + failure, "connection=kept", time));
    all.addAll(List.of(others));
    return all;
  }

  /**
   * A canary.
   *
   * @param known what becomes of its requests
   * @param what it does
   * @param options that make it do so
   * @return it
   */
  public static Canary that(Course known, String what, String... options) {
    return new Canary(what, known, List.of(options));
  }
}
