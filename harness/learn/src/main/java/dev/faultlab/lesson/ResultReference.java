package dev.faultlab.lesson;

import dev.faultlab.point.Selector;
import dev.faultlab.point.Value;
import dev.faultlab.signature.State;
import java.util.Map;
import java.util.Optional;

/** Which part of a result is meant, by ids. */
public sealed interface ResultReference {

  /**
   * A fact of a signature, in every trial of the first point that is meant.
   *
   * @param numbered an expression whose first group is the number where the fact is a text; empty
   *     where it is read as it is
   */
  record OfFact(Selector at, String signature, String fact, Optional<String> numbered)
      implements ResultReference {}

  /**
   * A metric at the first point that is meant.
   *
   * @param within which of a series, such as threads 8
   */
  record OfMetric(Selector at, String metric, Map<String, Value> within)
      implements ResultReference {}

  /**
   * An effect: the ratio of a metric, of the first pair of points that is meant.
   *
   * @param within which of a series
   */
  record OfEffect(String metric, Selector fault, Selector control, Map<String, Value> within)
      implements ResultReference {}

  /** How many of the points that are meant came out so. */
  record OfCount(Selector at, String signature, State state) implements ResultReference {}

  /** What became of a signature at all points that are meant; they must agree. */
  record OfOutcome(Selector at, String signature) implements ResultReference {}
}
