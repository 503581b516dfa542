package dev.faultlab.classroom;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Reports failures to the person who runs the server, such as an answer that a result lacks. Pages
 * request the same again and again, so each failure is reported once.
 *
 * <p>Safe for use by several threads.
 */
final class ProblemLog {
  /** Each of a full room may cause a different one; more are not remembered. */
  private static final int MAX_REPORTED = 1000;

  private final Consumer<String> terminal;
  private final Set<String> reported = ConcurrentHashMap.newKeySet();

  /**
   * @param terminal takes a line
   */
  ProblemLog(Consumer<String> terminal) {
    this.terminal = terminal;
  }

  /**
   * Reports a failure.
   *
   * @param what subject of the sentence
   */
  void add(String what, Exception why) {
    String at = Stream.of(why.getStackTrace()).findFirst().map(frame -> " at " + frame).orElse("");
    String line = "class: " + what + " failed: " + why + at;
    if (reported.size() < MAX_REPORTED && reported.add(line)) {
      terminal.accept(line);
    }
  }
}
