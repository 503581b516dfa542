package dev.faultlab.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.bisect.Search.Step;
import dev.faultlab.seen.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Planted changes: the right place each time, and no more looks than promised. */
class SearchTest {
  private static final int SEARCHES = 20;

  /** What was looked at, in order, and what came out. */
  private record SearchTrace(List<Integer> asked, Step end) {}

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33, 100, 1000})
  void thePlantedPlaceIsFoundIn20Of20WithFewLooks(int size) {
    Random random = new Random(size);
    int max = log2(size) + 2;
    for (int i = 0; i < SEARCHES; i++) {
      int first = 1 + random.nextInt(size - 1);
      SearchTrace walk = walk(planted(size, first), State.PRESENT);
      assertThat(walk.end()).isEqualTo(new Step.Found(first - 1, first, List.of()));
      assertThat(walk.asked()).hasSizeLessThanOrEqualTo(max).doesNotHaveDuplicates();
    }
  }

  @Test
  void thePlantedPlaceIsBracketedIn20Of20AmongWhatCannotBeTold() {
    Random random = new Random(11);
    for (int i = 0; i < SEARCHES; i++) {
      int size = 3 + random.nextInt(60);
      int first = 1 + random.nextInt(size - 1);
      List<State> versions = planted(size, first);
      IntStream.range(1, size - 1)
          .filter(v -> random.nextInt(3) == 0)
          .forEach(v -> versions.set(v, State.UNKNOWN));
      SearchTrace walk = walk(versions, State.PRESENT);
      assertThat(walk.end()).isInstanceOf(Step.Found.class);
      Step.Found found = (Step.Found) walk.end();
      assertThat(found.last()).isLessThan(first);
      assertThat(found.first()).isGreaterThanOrEqualTo(first);
      assertThat(found.between())
          .isEqualTo(IntStream.range(found.last() + 1, found.first()).boxed().toList())
          .allMatch(v -> versions.get(v) == State.UNKNOWN);
      long blind = walk.asked().stream().filter(v -> versions.get(v) == State.UNKNOWN).count();
      assertThat(walk.asked().size() - blind).isLessThanOrEqualTo(log2(size) + 2);
      assertThat(walk.asked()).doesNotHaveDuplicates();
    }
  }

  @Test
  void whatCannotBeToldIsPassedOverForItsNeighbour() {
    List<State> versions = planted(7, 4);
    versions.set(3, State.UNKNOWN);
    SearchTrace walk = walk(versions, State.PRESENT);
    assertThat(walk.asked()).containsExactly(0, 6, 3, 4, 2);
    assertThat(walk.end()).isEqualTo(new Step.Found(2, 4, List.of(3)));
  }

  @Test
  void aCureIsTheSameTheOtherWayRound() {
    List<State> versions = new ArrayList<>(planted(6, 1));
    versions.replaceAll(s -> s == State.PRESENT ? State.ABSENT : State.PRESENT);
    assertThat(walk(versions, State.ABSENT).end()).isEqualTo(new Step.Found(0, 1, List.of()));
    assertThat(walk(versions, State.PRESENT).end()).isEqualTo(new Step.Reversed());
  }

  @ParameterizedTest
  @EnumSource(
      value = State.class,
      names = {"PRESENT", "ABSENT"})
  void endsThatAreAlikeEndIt(State state) {
    SearchTrace walk = walk(List.of(state, State.PRESENT, State.ABSENT, state), State.PRESENT);
    assertThat(walk.asked()).containsExactly(0, 3);
    assertThat(walk.end()).isEqualTo(new Step.NoChange(state));
  }

  @Test
  void anEndThatCannotBeToldEndsItBeforeAnythingElseIsLookedAt() {
    SearchTrace old = walk(List.of(State.UNKNOWN, State.ABSENT, State.PRESENT), State.PRESENT);
    assertThat(old.asked()).containsExactly(0);
    assertThat(old.end()).isEqualTo(new Step.InconclusiveEnd(0));
    SearchTrace late = walk(List.of(State.ABSENT, State.ABSENT, State.UNKNOWN), State.PRESENT);
    assertThat(late.asked()).containsExactly(0, 2);
    assertThat(late.end()).isEqualTo(new Step.InconclusiveEnd(2));
  }

  private static List<State> planted(int size, int first) {
    return new ArrayList<>(
        IntStream.range(0, size).mapToObj(v -> v < first ? State.ABSENT : State.PRESENT).toList());
  }

  private static SearchTrace walk(List<State> versions, State late) {
    Map<Integer, State> known = new LinkedHashMap<>();
    Step step = Search.next(versions.size(), known, late);
    while (step instanceof Step.TestVersion ask) {
      known.put(ask.index(), versions.get(ask.index()));
      step = Search.next(versions.size(), known, late);
    }
    return new SearchTrace(List.copyOf(known.keySet()), step);
  }

  private static int log2(int size) {
    return 32 - Integer.numberOfLeadingZeros(size - 1);
  }
}
