package dev.faultlab.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.point.Point;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MeasuredTrialsTest {
  /** Numbers 1 to 5 of each point. */
  private final List<TrialRecord> shared = SampleRun.ofASharedMachine().trials();

  /** Numbers 11 to 15 of each point. */
  private final List<TrialRecord> alone = SampleRun.withLaterTrials().trials();

  private final Point first = shared.get(0).point();

  @Test
  void whatWentOnAloneIsMeasured() {
    MeasuredTrials both =
        new MeasuredTrials(Stream.of(shared, alone).flatMap(List::stream).toList());

    assertThat(both.of(first)).containsExactlyInAnyOrder(11, 12, 13, 14, 15);
    assertThat(both.shared(first)).isFalse();
    assertThat(both.note()).isPresent();
  }

  @Test
  void withoutSuchTrialsAllAreMeasured() {
    MeasuredTrials some = new MeasuredTrials(shared);

    assertThat(some.of(first)).containsExactlyInAnyOrder(1, 2, 3, 4, 5);
    assertThat(some.shared(first)).isTrue();
    assertThat(some.note()).isEmpty();
    assertThat(new MeasuredTrials(alone).note()).isEmpty();
  }

  @Test
  void onePointThatSharedTheMachineIsNotLikeOneThatHadItAlone() {
    List<TrialRecord> ofTheFirst = alone.stream().filter(t -> t.point().equals(first)).toList();
    MeasuredTrials mixed =
        new MeasuredTrials(Stream.of(shared, ofTheFirst).flatMap(List::stream).toList());
    List<Point> others =
        shared.stream().map(TrialRecord::point).filter(p -> !p.equals(first)).distinct().toList();

    assertThat(others).hasSizeGreaterThan(1).noneMatch(other -> mixed.comparable(first, other));
    assertThat(mixed.comparable(others.get(0), others.get(1))).isTrue();
    assertThat(mixed.comparable(first, first)).isTrue();
  }
}
