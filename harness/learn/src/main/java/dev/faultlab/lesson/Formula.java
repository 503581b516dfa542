package dev.faultlab.lesson;

import dev.faultlab.result.ResultQuery;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a number comes about: read in a result, stated, or worked out of such. Intervals are carried
 * through: the ends of the result are the least and the greatest of what the ends of the parts
 * give, which is never too narrow.
 */
public sealed interface Formula {

  /** What it reads. */
  default Stream<ResultQuery> queries() {
    if (this instanceof Read read) {
      return Stream.of(read.query());
    }
    return this instanceof Of of ? of.parts().stream().flatMap(Formula::queries) : Stream.empty();
  }

  /** Read in a result. */
  record Read(ResultQuery query) implements Formula {}

  /** A number that the question itself gives. */
  record Given(double number) implements Formula {}

  /** Worked out of others, from left to right. */
  record Of(Operation operation, List<Formula> parts) implements Formula {}

  /** What can be done with numbers. */
  enum Operation {
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    /** The greatest of them. */
    MAX,
    /** Rounded up to a whole number; one part. */
    CEIL,
    /** Two to the power of; one part. */
    POWER_OF_TWO,
    /**
     * The window scale that Linux chooses for a window clamp in bytes; one part: the base-2
     * logarithm, rounded down, less 15, between 0 and 14 ({@code tcp_select_initial_window} in
     * net/ipv4/tcp_output.c).
     */
    WINDOW_SCALE
  }
}
