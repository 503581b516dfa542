package dev.faultlab.machine;

import java.util.List;
import java.util.function.Supplier;

/**
 * Tells a person how far a long piece of work is. On a terminal as a bar that is drawn again, in a
 * log as lines; always with the elapsed time, always on standard error, so that standard output
 * stays clean.
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
   * @param title what is being done
   * @param total how many times {@link Step#advance} will be called; 0 when that is not known
   */
  Step start(String title, int total);

  /** A message that stays on the screen, between steps or during one. */
  void say(String message);

  /**
   * Lines that are shown while a step runs and are gone afterwards: on a terminal below the bar, in
   * a log not at all.
   *
   * @param lines asked each time that the screen is drawn
   * @return whether they are shown
   */
  default boolean below(Supplier<List<String>> lines) {
    return false;
  }

  /** A last message: after it nothing is shown any more, even if a step still runs. */
  default void end(String message) {
    say(message);
  }

  /** Seconds for a person who waits: {@code under a minute}, {@code about 4 min}. */
  static String about(double seconds) {
    return seconds < 60 ? "under a minute" : "about " + Math.round(seconds / 60) + " min";
  }

  /** Shows nothing; for tests and for parts that a person does not wait for. */
  static Progress silent() {
    return new Progress() {
      @Override
      public Step start(String title, int total) {
        return new Step() {
          @Override
          public void advance(String what) {}

          @Override
          public void note(String what) {}

          @Override
          public void close() {}
        };
      }

      @Override
      public void say(String message) {}
    };
  }

  /** One piece of work; ends when closed. */
  interface Step extends AutoCloseable {

    /** One of the {@code total} parts is done; {@code what} says which. */
    void advance(String what);

    /** There are so many parts, as far as is known now; not as many as was said before. */
    default void total(int parts) {}

    /** What is going on right now, without getting further. A log shows it only now and then. */
    void note(String what);

    /**
     * How much is left, beside the elapsed time.
     *
     * @param words asked each time that it is shown; empty where it is not known
     */
    default void left(Supplier<String> words) {}

    @Override
    void close();
  }
}
