package dev.faultlab.report.page;

import dev.faultlab.report.document.Block;
import dev.faultlab.report.page.Charts.Line;
import dev.faultlab.report.page.Charts.Role;
import dev.faultlab.result.RunResult;
import java.util.List;
import java.util.stream.Stream;

/** How likely the trials of a point are to show a fault, by the share of trials that show it. */
public final class PowerChart {
  private static final List<Integer> RATES =
      List.of(0, 1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100);

  private PowerChart() {}

  /** One line for each number of trials that points of the run have. */
  public static Block of(RunResult result) {
    Stream<Integer> trials = result.outcomes().stream().map(o -> o.observations().size());
    List<Line> lines = trials.filter(n -> n > 0).distinct().sorted().map(PowerChart::line).toList();
    return Block.chart(
        "power",
        "How likely the trials of a point show a fault",
        "an absence excludes what reaches 95 %",
        new Charts.Curves("curves", "% of trials in which the fault shows", "% of runs", lines));
  }

  private static Line line(int trials) {
    Stream<Double> xy =
        RATES.stream()
            .flatMap(rate -> Stream.of(1.0 * rate, 100 * (1 - Math.pow(1 - rate / 100.0, trials))));
    return new Line("trials: " + trials, Role.MEASURED, xy.toList());
  }
}
