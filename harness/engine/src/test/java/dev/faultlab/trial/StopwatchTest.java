package dev.faultlab.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StopwatchTest {
  private final AtomicLong nanos = new AtomicLong(5);
  private final Stopwatch watch = new Stopwatch(nanos::get);

  private void pass(int seconds) {
    nanos.addAndGet(seconds * 1_000_000_000L);
  }

  @Test
  void whatIsLoadIsLoadInWhicheverPhaseItGoesOn() {
    watch.begin(Stopwatch.STACKS);
    pass(1);
    watch.loadBegins();
    pass(2);
    watch.begin(Stopwatch.OUTSIDE_LOAD);
    watch.loadBegins();
    pass(4);
    watch.loadEnds();
    pass(8);
    assertThat(watch.secondsSoFar()).containsEntry(Stopwatch.LOAD, 14.0);
    watch.loadEnds();
    pass(16);
    watch.begin("");
    pass(32);
    assertThat(watch.secondsSoFar())
        .isEqualTo(
            Map.of(Stopwatch.STACKS, 1.0, Stopwatch.LOAD, 14.0, Stopwatch.OUTSIDE_LOAD, 16.0));
  }

  @Test
  void phasesThatComeAgainAddUpAndWhatWasMeasuredElsewhereIsAdded() {
    watch.add(Stopwatch.IMAGES, 2.5);
    watch.begin(Stopwatch.IMAGES);
    pass(1);
    watch.begin(Stopwatch.STACKS);
    watch.begin("");
    assertThat(watch.secondsSoFar()).containsEntry(Stopwatch.IMAGES, 3.5).doesNotContainKey("");
  }
}
