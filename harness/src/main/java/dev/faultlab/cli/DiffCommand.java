package dev.faultlab.cli;

import dev.faultlab.result.RunStore;
import dev.faultlab.report.Screen;
import dev.faultlab.result.StoredRun;
import dev.faultlab.report.diff.DiffMarkdown;
import dev.faultlab.report.diff.DiffTerminal;
import dev.faultlab.report.diff.Differ;
import dev.faultlab.report.diff.RunDiff;
import dev.faultlab.report.diff.RunDiff.DiffVerdict;
import dev.faultlab.report.page.DiffPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./faultlab diff A B}: what changed between two runs. */
@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    description = {
      "Compares two runs of a lab, of the same or of different machines, kernels, JDKs: signatures,"
          + " metrics, and what the captures show.",
      "",
      "RUN is a run id or the beginning of one, LAB/RUN-ID, a folder, LAB/latest, or reference/LAB"
          + " for the committed result."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:nothing changed for the worse",
      "1:something did",
      "2:cannot tell, or the runs are not comparable",
      "64:a run does not exist, or wrong usage"
    })
final class DiffCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "A", description = "The run before.")
  private String a;

  @Parameters(index = "1", paramLabel = "B", description = "The run after.")
  private String b;

  @Option(
      names = "--threshold",
      paramLabel = "PERCENT",
      defaultValue = "10",
      description =
          "A metric changed when the whole interval of its ratio is beyond this (default:"
              + " ${DEFAULT-VALUE}).")
  private double percent;

  @Option(
      names = "--signatures",
      description = "Only signatures decide; for quick runs, whose metrics have too few trials.")
  private boolean signaturesOnly;

  @Option(
      names = "--force",
      description =
          "Compare runs of other parameters, or emulated against not; the output says so.")
  private boolean force;

  @Spec private CommandSpec spec;

  private final Toolbox tools;

  DiffCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    if (!(percent >= 0 && percent <= 1000)) {
      throw new ParameterException(
          spec.commandLine(), "--threshold " + percent + ": expected a number from 0 to 1000");
    }
    RunStore store = new RunStore(tools.workspace().results());
    StoredRun.Finished first = store.find(a);
    StoredRun.Finished second = store.find(b);
    List<String> reservations = Differ.reservations(first.result(), second.result());
    if (!reservations.isEmpty() && !force) {
      tools.out().println("The runs cannot be compared:");
      reservations.forEach(r -> tools.out().println("  - " + r));
      tools.out().println("--force compares them all the same, and says so in the output.");
      return DiffVerdict.CANNOT_TELL.exitStatus();
    }
    RunDiff diff = new Differ(percent / 100, signaturesOnly).compare(first, second);
    Path folder = Files.createDirectories(tools.workspace().results().resolve("diff"));
    String name = diff.lab() + "-" + first.id() + "-" + second.id();
    Path markdown = folder.resolve(name + ".md");
    Path page = folder.resolve(name + ".html");
    Files.writeString(markdown, new DiffMarkdown().render(diff));
    Files.writeString(page, new DiffPage().render(diff));
    tools
        .out()
        .print(
            new DiffTerminal(Screen.of(tools.environment()))
                .render(diff, List.of(page.toString(), markdown.toString())));
    return diff.verdict().exitStatus();
  }
}
