package dev.faultlab.machine;

import java.util.List;
import java.util.function.Supplier;

/**
 * Shows a person the progress of a long piece of work. On a terminal as a redrawn bar, in a log as
 * lines. It always shows the elapsed time and uses standard error, so that standard output stays
 * clean.
 *
 * <pre>{@code
 * try (Progress.Step step = progress.start("Building coredns", 6)) {
 *   step.advance("download");
 *   step.advance("compile");
 * }
 * }</pre>
 *
 * <p>Safe for use by several threads.
 */
public interface Progress {

  /**
   * Begins a piece of work.
   *
   * @param title of the work
   * @param total how many times {@link Step#advance} will be called; 0 if unknown
   */
  default Step start(String title, int total) {
    return new Step() {};
  }

  /** A message that stays on the screen, between steps or during one. */
  void say(String message);

  /**
   * Lines that are shown only while a step runs: on a terminal below the bar, in a log not at all.
   *
   * @param lines read each time the screen is drawn
   * @return whether they are shown
   */
  default boolean footer(Supplier<List<String>> lines) {
    return false;
  }

  /** A last message: nothing is shown after it, even if a step still runs. */
  default void end(String message) {
    say(message);
  }

  /** Seconds for a person who waits: {@code under a minute}, {@code about 4 min}. */
  static String roughly(double seconds) {
    return seconds < 60 ? "under a minute" : "about " + Math.round(seconds / 60) + " min";
  }

  /** One piece of work; ends when closed. */
  interface Step extends AutoCloseable {

    /** One part is done; {@code what} names it. */
    default void advance(String what) {}

    /** Corrects the total number of parts. */
    default void total(int parts) {}

    /** The current activity, without progress. A log shows it only at intervals. */
    default void note(String what) {}

    /**
     * The remaining time, shown beside the elapsed time.
     *
     * @param words read each time it is shown; empty if unknown
     */
    default void showRemaining(Supplier<String> words) {}

    @Override
    default void close() {}
  }
}
