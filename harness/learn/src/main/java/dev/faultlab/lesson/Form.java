package dev.faultlab.lesson;

import dev.faultlab.point.Value;
import dev.faultlab.result.ResultQuery;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a question asks for, with what answers it. */
public sealed interface Form {

  /** What its answer is worked out of. */
  default Stream<ResultQuery> queries() {
    if (this instanceof Number number) {
      return number.answer().queries();
    }
    if (this instanceof Choice choice) {
      return choice.choices().stream().flatMap(option -> option.when().queries());
    }
    return this instanceof Order order
        ? order.items().stream().flatMap(item -> item.value().queries())
        : ((Curve) this).at().stream().flatMap(spot -> spot.y().queries());
  }

  /** How its numbers are measured; empty where it asks for none. */
  default Optional<Measure> measured() {
    if (this instanceof Number number) {
      return Optional.of(number.measure());
    }
    return this instanceof Curve curve ? Optional.of(curve.measure()) : Optional.empty();
  }

  /** The ids of what can be chosen or is to be put in order; none for numbers. */
  default List<String> options() {
    return List.of();
  }

  /** How an axis is drawn and how distances on it are measured. */
  enum Scale {
    /** Distances are differences. */
    LINEAR,
    /** Distances are ratios. */
    LOG
  }

  /**
   * Where a number may lie, and how close is close enough.
   *
   * @param unit of the number; {@code 1} for a bare one
   * @param scale of axis and distance
   * @param from least number that can be given
   * @param to greatest one
   * @param right up to this far from the measured interval is right: a factor on a log scale, a
   *     difference on a linear one
   * @param near up to this far is near
   */
  record Measure(String unit, Scale scale, double from, double to, double right, double near) {}

  /** A number. */
  record Number(Measure measure, Formula answer) implements Form {}

  /**
   * One of several; exactly one must come out true.
   *
   * @param explained the one that the texts explain as the answer; a run that comes to another one
   *     is a surprise to them
   */
  record Choice(List<Option> choices, String explained) implements Form {
    @Override
    public List<String> options() {
      return choices.stream().map(Option::id).toList();
    }
  }

  /**
   * One that can be chosen.
   *
   * @param when what must be measured for it to be the answer
   */
  record Option(String id, Condition when) {}

  /**
   * Things by a measured number, the smallest first.
   *
   * @param unit of the numbers
   */
  record Order(String unit, List<Item> items) implements Form {
    @Override
    public List<String> options() {
      return items.stream().map(Item::id).toList();
    }
  }

  /** One that is put in order by its value. */
  record Item(String id, Formula value) {}

  /**
   * A number for each value on an axis.
   *
   * @param axis what stands on it, as the lab calls it
   * @param measure of the numbers
   * @param at the values, from left to right
   */
  record Curve(String axis, Measure measure, List<Spot> at) implements Form {}

  /** What a curve is at one value. */
  record Spot(Value x, Formula y) {}
}
