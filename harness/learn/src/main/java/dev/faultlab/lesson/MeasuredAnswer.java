package dev.faultlab.lesson;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.faultlab.point.Value;
import java.util.List;
import java.util.Map;

/** The answer of a result to a question. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = MeasuredAnswer.Number.class, name = "number"),
  @JsonSubTypes.Type(value = MeasuredAnswer.Chosen.class, name = "choice"),
  @JsonSubTypes.Type(value = MeasuredAnswer.Ordered.class, name = "order"),
  @JsonSubTypes.Type(value = MeasuredAnswer.Curve.class, name = "curve"),
  @JsonSubTypes.Type(value = MeasuredAnswer.CannotTell.class, name = "cannot-tell")
})
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

  /** A number. */
  record Number(Interval interval, List<Place> places) implements MeasuredAnswer {}

  /**
   * The option that holds.
   *
   * @param found values read, in words
   */
  record Chosen(String option, String found, List<Place> places) implements MeasuredAnswer {}

  /**
   * The order of the items.
   *
   * @param items from the smallest; those with overlapping intervals may change places
   */
  record Ordered(List<String> items, Map<String, Interval> values, List<Place> places)
      implements MeasuredAnswer {}

  /** A number for each value on the axis, in the question's order. */
  record Curve(List<Spot> spots, List<Place> places) implements MeasuredAnswer {}

  /** One value of a curve. */
  record Spot(Value x, Interval y) {}

  /** This run cannot answer. */
  record CannotTell(String reason) implements MeasuredAnswer {}
}
