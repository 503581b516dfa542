package dev.faultlab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class StopwatchTest {
  private final AtomicReference<Double> load = new AtomicReference<>(5.0);
  private final Stopwatch watch = new Stopwatch(load::get);

  @Test
  void whatIsLoadIsLoadInWhicheverPhaseItGoesOn() {
    long begin = System.nanoTime();
    watch.begin(Stopwatch.STACKS);
    load.set(5.25);
    watch.begin(Stopwatch.AROUND);
    load.set(6.0);
    assertThat(watch.secondsSoFar()).containsEntry(Stopwatch.LOAD, 1.0);
    watch.begin("");
    load.set(9.0);
    assertThat(watch.secondsSoFar()).containsEntry(Stopwatch.LOAD, 1.0);
    double all = watch.secondsSoFar().values().stream().mapToDouble(s -> s).sum();
    assertThat(all).isBetween(0.0, (System.nanoTime() - begin) / 1e9);
  }

  @Test
  void phasesThatComeAgainAddUpAndWhatWasMeasuredElsewhereIsAdded() {
    watch.add(Stopwatch.IMAGES, 2.5);
    watch.begin(Stopwatch.IMAGES);
    watch.begin(Stopwatch.STACKS);
    watch.begin("");
    assertThat(watch.secondsSoFar().get(Stopwatch.IMAGES)).isCloseTo(2.5, within(1.0));
    assertThat(watch.secondsSoFar()).doesNotContainKey("");
  }
}
