package dev.faultlab.lookup.bare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DepthTotalsTest {
  @Test
  void countsAddUpAndMarksDoNot() {
    Map<String, Object> totals =
        DepthTotals.of(List.of(counts(10, 0, 1, List.of()), counts(20, 2, 3, List.of("get"))));
    assertThat(totals)
        .containsEntry("calls", 30L)
        .containsEntry("recursiveCalls", 2L)
        .containsEntry("deepest", 3L)
        .containsEntry("threads", 2L)
        .containsEntry("maxInside", 1L)
        .containsEntry("firstRecursion", List.of("get"));
  }

  @Test
  void whereThereAreNoCountsNoneAreMadeUp() {
    assertThat(DepthTotals.of(List.of(Map.of("attached", false), Map.of("attached", false))))
        .isEqualTo(Map.of("attached", false));
  }

  private static Map<String, Object> counts(
      int calls, int recursive, int deepest, List<String> stack) {
    return Map.of(
        "attached",
        true,
        "applicable",
        true,
        "calls",
        calls,
        "recursiveCalls",
        recursive,
        "deepest",
        deepest,
        "threads",
        1,
        "maxInside",
        1,
        "firstRecursion",
        stack);
  }
}
