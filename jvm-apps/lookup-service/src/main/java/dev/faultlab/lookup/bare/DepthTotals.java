package dev.faultlab.lookup.bare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds up what the agents of several JVMs have counted. */
final class DepthTotals {
  private static final List<String> SUMS = List.of("calls", "recursiveCalls", "threads");
  private static final List<String> MARKS = List.of("deepest", "maxInside");

  private DepthTotals() {}

  /** The first's facts where there is nothing to add: no agent, or none that applies. */
  static Map<String, Object> of(List<Map<String, Object>> counts) {
    Map<String, Object> totals = new LinkedHashMap<>(counts.get(0));
    if (!Boolean.TRUE.equals(totals.get("applicable"))) {
      return totals;
    }
    for (String sum : SUMS) {
      totals.put(sum, counts.stream().mapToLong(c -> number(c, sum)).sum());
    }
    for (String mark : MARKS) {
      totals.put(mark, counts.stream().mapToLong(c -> number(c, mark)).max().orElse(0));
    }
    totals.put(
        "firstRecursion",
        counts.stream()
            .map(c -> (List<?>) c.get("firstRecursion"))
            .filter(stack -> !stack.isEmpty())
            .findFirst()
            .orElse(List.of()));
    return totals;
  }

  private static long number(Map<String, Object> counts, String field) {
    return ((Number) counts.get(field)).longValue();
  }
}
