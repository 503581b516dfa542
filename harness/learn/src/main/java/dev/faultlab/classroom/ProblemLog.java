package dev.faultlab.classroom;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Tells the person who runs the server what could not be worked out, such as an answer in a result
 * that lacks something. Pages ask for the same again and again; it is told once.
 *
 * <p>Safe for use by several threads.
 */
final class ProblemLog {
  /** Each of a full room may have a problem of their own; more are not read. */
  private static final int MOST_TOLD = 1000;

  private final Consumer<String> terminal;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /**
   * @param terminal takes a line
   */
  ProblemLog(Consumer<String> terminal) {
    this.terminal = terminal;
  }

  /**
   * Something could not be worked out.
   *
   * @param what begins the sentence
   */
  void add(String what, Exception why) {
    String where =
        Stream.of(why.getStackTrace()).findFirst().map(frame -> " at " + frame).orElse("");
    String line = "class: " + what + " failed: " + why + where;
    if (told.size() < MOST_TOLD && told.add(line)) {
      terminal.accept(line);
    }
  }
}
