package dev.faultlab.cli;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.report.Reports;
import dev.faultlab.result.StoredRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./faultlab report}: renders a finished run again. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description =
        "Writes report.html, summary.md and junit.xml of a finished run again, from its result.json"
            + " and its evidence, and prints the table; of a committed result, reference/NAME, only"
            + " the page results/reference/NAME.html, and that only where evidence is committed with it. The verdict is not"
            + " judged again.")
final class ReportCommand implements Callable<Integer> {

  @Mixin private RunArgument run;

  private final Toolbox tools;

  ReportCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    StoredRun.Finished found = run.in(tools.workspace().results());
    Reports reports = new Reports();
    if (found.committed()) {
      Optional<Path> page = Optional.empty();
      if (found.bundle().isPresent()) {
        page = Optional.of(reports.page(found.result(), found.bundle().get()));
      }
      tools.out().print(reports.terminal(found.result(), page));
      return ExitStatus.OK;
    }
    reports.render(found.result(), new RunFolder(found.folder()));
    tools.out().print(reports.terminal(found.result(), found.folder()));
    return ExitStatus.OK;
  }
}
