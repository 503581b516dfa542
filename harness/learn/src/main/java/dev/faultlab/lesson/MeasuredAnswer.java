package dev.faultlab.lesson;

import java.util.List;

/** The answer of a result to a question. */
public sealed interface MeasuredAnswer {
  /** Where it was read; empty if it follows from a rule, or there is no answer. */
  default List<Place> places() {
    return List.of();
  }

  /**
   * A median with its interval.
   *
   * @param low lower end of the 95 % bootstrap interval; all three are the same for a formula
   *     without a run
   * @param n trials behind it; 0 for a formula without a run
   */
  record Interval(double value, double low, double high, int n) {}

  /**
   * Where it was read.
   *
   * @param point id of the point in its run
   * @param what signature and fact, or the metric's title
   * @param file evidence file, relative to the run's folder; empty if there is no single file
   * @param place frame, line or JSON pointer in that file
   */
  record Place(String point, String what, String file, String place) {}

  /**
   * An answer.
   *
   * @param items the option that holds; or a name for each value: an item, the smallest first, a
   *     value on the axis, nothing for a single number. Items with overlapping intervals may change
   *     places
   * @param values what was measured, in the same order; empty for an option
   * @param found values behind an option, in words
   */
  record Found(List<String> items, List<Interval> values, String found, List<Place> places)
      implements MeasuredAnswer {}

  /** This run cannot answer. */
  record CannotTell(String reason) implements MeasuredAnswer {}
}
