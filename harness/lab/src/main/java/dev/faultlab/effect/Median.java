package dev.faultlab.effect;

import java.util.Collection;

/** The middle of the samples; of an even number of them, halfway between the two in the middle. */
public final class Median {
  private Median() {}

  /**
   * The median without an interval, in the samples' own unit.
   *
   * @throws IllegalArgumentException without samples, or when one is not a finite number
   */
  public static double of(Collection<Double> samples) {
    return ofSorted(sorted(samples));
  }

  static double ofSorted(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The samples in ascending order, after checking that they have a median. */
  static double[] sorted(Collection<Double> samples) {
    double[] values = samples.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (values.length == 0) {
      throw new IllegalArgumentException("no samples, expected at least one");
    }
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("sample " + value + " is not a finite number");
      }
    }
    return values;
  }
}
