package dev.faultlab.lesson;

import dev.faultlab.point.Value;
import dev.faultlab.result.ResultQuery;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The form of a question's answer, and the source of the right one. */
public sealed interface AnswerForm {

  /** The sources of its answer. */
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

  /** How its numbers are measured; empty if it asks for none. */
  default Optional<Measure> measured() {
    if (this instanceof Number number) {
      return Optional.of(number.measure());
    }
    return this instanceof Curve curve ? Optional.of(curve.measure()) : Optional.empty();
  }

  /** The ids of what can be chosen or sorted; empty for numbers. */
  default List<String> options() {
    return List.of();
  }

  /** How an axis is drawn and distances on it are measured. */
  enum Scale {
    /** Distances are differences. */
    LINEAR,
    /** Distances are ratios. */
    LOG
  }

  /**
   * The range of a number, and its tolerance.
   *
   * @param unit of the number; {@code 1} for a bare one
   * @param scale of axis and distance
   * @param from least possible number
   * @param to greatest possible number
   * @param right distance from the measured interval that still counts as right: a factor on a log
   *     scale, a difference on a linear one
   * @param near distance that still counts as near
   */
  record Measure(String unit, Scale scale, double from, double to, double right, double near) {}

  /** A number. */
  record Number(Measure measure, Formula answer) implements AnswerForm {}

  /**
   * One of several options; exactly one must be true.
   *
   * @param explained the option that the texts explain as the answer; any other outcome is a
   *     surprise to them
   */
  record Choice(List<Option> choices, String explained) implements AnswerForm {
    @Override
    public List<String> options() {
      return choices.stream().map(Option::id).toList();
    }
  }

  /**
   * An option.
   *
   * @param when condition under which it is the answer
   */
  record Option(String id, AnswerCondition when) {}

  /**
   * Items to sort by a measured number, the smallest first.
   *
   * @param unit of the numbers
   */
  record Order(String unit, List<Item> items) implements AnswerForm {
    @Override
    public List<String> options() {
      return items.stream().map(Item::id).toList();
    }
  }

  /** An item with its value. */
  record Item(String id, Formula value) {}

  /**
   * A number for each value on an axis.
   *
   * @param axis name of the axis in the lab
   * @param measure of the numbers
   * @param at the values, from left to right
   */
  record Curve(String axis, Measure measure, List<Spot> at) implements AnswerForm {}

  /** One value of a curve. */
  record Spot(Value x, Formula y) {}
}
