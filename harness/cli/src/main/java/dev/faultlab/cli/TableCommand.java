package dev.faultlab.cli;

import dev.faultlab.report.MetricTable;
import dev.faultlab.report.MetricTableText;
import dev.faultlab.report.Screen;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./faultlab table}: a run's metrics along any axis. */
@Command(
    name = "table",
    mixinStandardHelpOptions = true,
    description =
        "Shows a run's metrics side by side along an axis: a row for everything else that was"
            + " varied, a column for each value, with intervals, ratios to the first column and p.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:shown", "64:there is no such run, axis or metric"})
final class TableCommand implements Callable<Integer> {

  @Mixin private RunArgument run;

  @Option(
      names = "--col",
      paramLabel = "AXIS",
      description =
          "The axis, also a load inside the trials such as threads (default: the first component of"
              + " which several versions ran).")
  private Optional<String> axis = Optional.empty();

  @Option(names = "--metric", paramLabel = "ID", description = "Only this metric.")
  private Optional<String> metric = Optional.empty();

  @Spec private CommandSpec spec;

  private final Toolbox tools;

  TableCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    RunResult result = run.in(tools.workspace().results()).result();
    try {
      String column = axis.orElseGet(() -> MetricTable.usualAxis(result));
      List<MetricTable> tables = MetricTable.of(result, column, metric);
      tools.out().println(result.lab() + "/" + result.runId());
      tools.out().println();
      tools.out().print(new MetricTableText(Screen.of(tools.environment())).render(column, tables));
      return ExitStatus.OK;
    } catch (MetricTable.BadQuestion e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }
}
