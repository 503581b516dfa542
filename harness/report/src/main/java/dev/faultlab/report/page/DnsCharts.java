package dev.faultlab.report.page;

import dev.faultlab.observation.CaptureChart;
import dev.faultlab.observation.LookupChart;
import dev.faultlab.result.Numbers;
import java.util.ArrayList;
import java.util.List;

/** A capture's DNS: lookups in flight over time, and single lookups as bars. */
final class DnsCharts {
  static final String IN_FLIGHT = "lookups in flight";

  private DnsCharts() {}

  /** Of the busiest name in the colour of its role, and of all names together. */
  static Charts.Steps flight(LookupChart lookups, Charts.Role role) {
    List<Charts.Line> lines = new ArrayList<>();
    for (CaptureChart.Line line : lookups.inFlight()) {
      boolean busiest = lines.size() == lookups.inFlight().size() - 1;
      lines.add(new Charts.Line(line.name(), busiest ? role : Charts.Role.MEASURED, line.xy()));
    }
    return new Charts.Steps(new Charts.Axes(IN_FLIGHT, false, 0, 0, 0), lines);
  }

  static Charts.Waterfall waterfall(LookupChart lookups, Charts.Role role) {
    return new Charts.Waterfall("waterfall", role, lookups.spanMillis(), lookups.bars());
  }

  /** The bars in numbers. */
  static String headline(LookupChart lookups) {
    return lookups.bars().size() + " queries in " + Numbers.show(lookups.spanMillis()) + " ms";
  }
}
