package dev.faultlab.result;

import java.util.List;

/**
 * The unit that suits a number best: 5.13 s and not 5,125,439 us, 1.6 us and not 1.6e-6 s.
 *
 * @param name of the unit; empty for a bare number
 * @param factor from the given unit to this one
 */
public record Unit(String name, double factor) {
  private static final List<String> TIMES = List.of("ns", "us", "ms", "s");
  private static final double STEP = 1000;

  /** The unit for values up to this size. */
  public static Unit fitting(String given, double largest) {
    int index = TIMES.indexOf(given);
    if (index < 0) {
      return new Unit(given.equals("1") ? "" : given, 1);
    }
    double factor = 1;
    while (index < TIMES.size() - 1 && largest * factor >= STEP) {
      factor /= STEP;
      index++;
    }
    boolean tiny = largest > 0 && largest * factor < 1 / STEP;
    while (tiny && index > 0 && largest * factor < 1) {
      factor *= STEP;
      index--;
    }
    return new Unit(TIMES.get(index), factor);
  }
}
