package dev.faultlab.bisect;

import dev.faultlab.signature.State;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Where to look next, from what is known so far: first both ends, then the middle of what lies
 * between the last version of the old state and the first of the new one. A version that cannot be
 * told is passed over for its neighbour, as {@code git bisect skip} does, and never looked at
 * again.
 *
 * <p>Of n versions at most ceil(log2 n) + 2 are looked at, and one more for each that cannot be
 * told. It takes for granted that the state changes once.
 */
public final class Search {

  /** What to do next, or what came out. */
  public sealed interface Step {

    /** Look at the version in this place. */
    record Ask(int index) implements Step {}

    /**
     * The change came after {@code last} and not later than {@code first}.
     *
     * @param last in the list that has the old state
     * @param first in the list that has the new state
     * @param between those between them, none of which can be told
     */
    record Found(int last, int first, List<Integer> between) implements Step {}

    /** Both ends show the same. */
    record NoChange(State state) implements Step {}

    /** The ends are the other way round than what was asked for. */
    record Reversed() implements Step {}

    /** An end is inconclusive, so there is nothing to search between. */
    record NoEnd(int index) implements Step {}
  }

  private Search() {}

  /**
   * The next step.
   *
   * @param size number of versions, in their order; at least 2
   * @param known place to what was seen there
   * @param late what the last version is to show: PRESENT to find what brought a fault, ABSENT to
   *     find what cured it
   */
  public static Step next(int size, Map<Integer, State> known, State late) {
    int end = size - 1;
    for (int index : new int[] {0, end}) {
      if (!known.containsKey(index)) {
        return new Step.Ask(index);
      }
      if (known.get(index) == State.UNKNOWN) {
        return new Step.NoEnd(index);
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
        : new Step.Ask(open.get(open.size() / 2));
  }
}
