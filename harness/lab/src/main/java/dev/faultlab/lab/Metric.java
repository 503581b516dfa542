package dev.faultlab.lab;

import java.util.Optional;

/**
 * A number that each trial yields, for effects.
 *
 * @param id unique in its lab
 * @param title for tables
 * @param unit e.g. {@code 1/s}, {@code ms}
 * @param higherIsBetter which direction is an improvement
 * @param source {@code file#/json/pointer}; with {@link #each}, the pointer is relative to the
 *     element
 * @param each a series: the label and the pointer of an array, whose elements carry label and value
 */
public record Metric(
    String id,
    String title,
    String unit,
    boolean higherIsBetter,
    String source,
    Optional<Elements> each) {

  /**
   * One value per element of an array.
   *
   * @param label field of the element that identifies a value, e.g. {@code threads}
   * @param value path of the number in the element, e.g. {@code latency/p50}
   */
  public record Elements(String label, String value) {}
}
