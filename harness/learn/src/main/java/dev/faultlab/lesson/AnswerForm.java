package dev.faultlab.lesson;

import com.fasterxml.jackson.databind.EnumNamingStrategies.LowerCaseStrategy;
import com.fasterxml.jackson.databind.annotation.EnumNaming;
import dev.faultlab.point.Value;
import java.util.List;
import java.util.Optional;

/**
 * The form of a question's answer, as a page needs it.
 *
 * @param measure of numbers; empty for the other kinds
 * @param unit of the values to sort; empty for the other kinds
 * @param axis of a curve: its name in the lab
 * @param at the values on the axis, from left to right
 */
public record AnswerForm(
    Kind kind,
    Optional<Measure> measure,
    Optional<String> unit,
    Optional<String> axis,
    List<Value> at) {

  /** The kinds of answers. */
  @EnumNaming(LowerCaseStrategy.class)
  public enum Kind {
    /** A number. */
    NUMBER,
    /** One of several options; exactly one must be true. */
    CHOICE,
    /** Items to sort by a measured number, the smallest first. */
    ORDER,
    /** A number for each value on an axis. */
    CURVE
  }

  /** How an axis is drawn and distances on it are measured. */
  @EnumNaming(LowerCaseStrategy.class)
  public enum Scale {
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
  public record Measure(
      String unit, Scale scale, double from, double to, double right, double near) {}
}
