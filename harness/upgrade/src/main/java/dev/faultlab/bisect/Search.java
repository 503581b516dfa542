package dev.faultlab.bisect;

import dev.faultlab.seen.State;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Decides which version to test next: first both ends, then the middle between the last version of
 * the old state and the first of the new one. An inconclusive version is skipped for its neighbour,
 * as {@code git bisect skip} does, and never tested again.
 *
 * <p>It tests at most ceil(log2 n) + 2 of n versions, and one more for each inconclusive one. It
 * assumes that the state changes once.
 */
public final class Search {

  /** The next step, or the outcome. */
  public sealed interface Step {

    /** Test the version at this place. */
    record TestVersion(int index) implements Step {}

    /**
     * The change came after {@code last} and not later than {@code first}.
     *
     * @param last place of the last version with the old state
     * @param first place of the first version with the new state
     * @param between places in between, all inconclusive
     */
    record Found(int last, int first, List<Integer> between) implements Step {}

    /** Both ends have the same state. */
    record NoChange(State state) implements Step {}

    /** The first end is as the question expects the last to be, and the last as the first. */
    record Reversed() implements Step {}

    /** An end is inconclusive, so there is nothing to search between. */
    record InconclusiveEnd(int index) implements Step {}
  }

  private Search() {}

  /**
   * The next step.
   *
   * @param size number of versions, in their order; at least 2
   * @param known place to the state found there
   * @param late the state that the last version should have: PRESENT to find what brought a fault,
   *     ABSENT to find what fixed it
   */
  public static Step next(int size, Map<Integer, State> known, State late) {
    int end = size - 1;
    for (int index : new int[] {0, end}) {
      if (!known.containsKey(index)) {
        return new Step.TestVersion(index);
      }
      if (known.get(index) == State.UNKNOWN) {
        return new Step.InconclusiveEnd(index);
      }
    }
    if (known.get(0) == known.get(end)) {
      return new Step.NoChange(known.get(0));
    }
    if (known.get(end) != late) {
      return new Step.Reversed();
    }
    int first = IntStream.range(0, size).filter(i -> known.get(i) == late).min().orElseThrow();
    int last =
        IntStream.range(0, first)
            .filter(i -> known.containsKey(i) && known.get(i) != State.UNKNOWN)
            .max()
            .orElseThrow();
    List<Integer> between = IntStream.range(last + 1, first).boxed().toList();
    List<Integer> open = between.stream().filter(i -> !known.containsKey(i)).toList();
    return open.isEmpty()
        ? new Step.Found(last, first, between)
        : new Step.TestVersion(open.get(open.size() / 2));
  }
}
