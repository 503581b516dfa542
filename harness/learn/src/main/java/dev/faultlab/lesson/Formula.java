package dev.faultlab.lesson;

import dev.faultlab.result.ResultQuery;
import java.util.List;
import java.util.stream.Stream;

/**
 * The source of a number: read from a result, stated, or computed from such. Intervals are carried
 * through: the result reaches from the least to the greatest value that the ends of the parts give,
 * which is never too narrow.
 */
public sealed interface Formula {

  /** The queries in it. */
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

  /** Computed from others, from left to right. */
  record Of(Operation operation, List<Formula> parts) implements Formula {}

  /** The operations. */
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
