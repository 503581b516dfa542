package dev.faultlab.report.page;

import dev.faultlab.report.document.Block;
import dev.faultlab.report.page.Charts.Role;
import dev.faultlab.report.page.Charts.SweepLine;
import dev.faultlab.result.RunResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How likely the trials of a point are to show a fault, by the share of trials that show it. */
public final class PowerChart {
  private static final List<Integer> RATES =
      List.of(1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100);

  private PowerChart() {}

  /** One line for each number of trials that points of the run have. */
  public static Block of(RunResult result) {
    Stream<Integer> trials = result.outcomes().stream().map(o -> o.observations().size());
    List<SweepLine> lines =
        trials.filter(n -> n > 0).distinct().sorted().map(PowerChart::line).toList();
    List<String> at = RATES.stream().map(String::valueOf).toList();
    String axis = "% of trials in which the fault shows";
    Charts.Sweep sweep = new Charts.Sweep("sweep", "% of runs", axis, at, false, lines);
    String title = "How likely the trials of a point show a fault";
    return Block.chart("power", title, "an absence excludes what reaches 95 %", sweep);
  }

  private static SweepLine line(int trials) {
    Role role = Role.MEASURED;
    List<Optional<Charts.Row>> rows =
        RATES.stream()
            .map(rate -> 100 * (1 - Math.pow(1 - rate / 100.0, trials)))
            .map(p -> Optional.of(new Charts.Row("", role, List.of(), p, p, p)))
            .toList();
    return new SweepLine("trials: " + trials, role, rows);
  }
}
