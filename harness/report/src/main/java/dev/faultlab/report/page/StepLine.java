package dev.faultlab.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Values that hold until they change, thinned for drawing without hiding a peak. */
final class StepLine {
  private static final int MAX_POINTS = 900;
  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * Seconds since the start and value, alternating. If there are more changes than a chart can
   * show, each of equally long pieces of time keeps its first, largest, smallest and last value.
   *
   * @param changes time in nanoseconds and value, in the order of time
   */
  static List<Double> thinned(List<long[]> changes, long start) {
    List<Double> xy = new ArrayList<>();
    if (changes.size() <= MAX_POINTS) {
      changes.forEach(c -> add(xy, c, start));
      return xy;
    }
    long first = changes.get(0)[0];
    long span = Math.max(1, changes.get(changes.size() - 1)[0] - first);
    int pieces = MAX_POINTS / 4;
    int from = 0;
    while (from < changes.size()) {
      long piece = (changes.get(from)[0] - first) * pieces / span;
      int to = from + 1;
      int largest = from;
      int smallest = from;
      while (to < changes.size() && (changes.get(to)[0] - first) * pieces / span == piece) {
        largest = changes.get(to)[1] > changes.get(largest)[1] ? to : largest;
        smallest = changes.get(to)[1] < changes.get(smallest)[1] ? to : smallest;
        to++;
      }
      IntStream indexes = IntStream.of(from, largest, smallest, to - 1).sorted().distinct();
      indexes.forEach(i -> add(xy, changes.get(i), start));
      from = to;
    }
    return xy;
  }

  private static void add(List<Double> xy, long[] change, long start) {
    xy.add((change[0] - start) / NANOS_PER_SECOND);
    xy.add((double) change[1]);
  }
}
