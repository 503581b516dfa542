package dev.faultlab.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepLineTest {

  @Test
  void aShortLineIsKeptWhole() {
    List<long[]> changes = List.of(new long[] {1_000_000_000, 1}, new long[] {1_500_000_000, 0});
    assertThat(StepLine.thinned(changes, 1_000_000_000)).containsExactly(0.0, 1.0, 0.5, 0.0);
  }

  @Test
  void aLongLineKeepsItsPeakAndItsEnds() {
    List<long[]> changes = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      changes.add(new long[] {i * 1000L, i == 12_345 ? 99 : i % 2});
    }
    List<Double> thinned = StepLine.thinned(changes, 0);
    assertThat(thinned).hasSizeLessThan(2000).contains(99.0);
    assertThat(thinned.get(0)).isZero();
    assertThat(thinned.get(thinned.size() - 2)).isEqualTo(19_999 * 1000L / 1e9);
  }

  @Test
  void manyChangesAtOneMomentAreNoTrouble() {
    List<long[]> changes = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      changes.add(new long[] {7, i});
    }
    assertThat(StepLine.thinned(changes, 7)).contains(4999.0);
  }
}
