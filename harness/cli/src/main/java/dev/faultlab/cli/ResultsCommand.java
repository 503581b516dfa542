package dev.faultlab.cli;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.machine.Owner;
import dev.faultlab.machine.Owner.Life;
import dev.faultlab.report.Reports;
import dev.faultlab.report.ResultRow;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab results}: which runs there are and how they ended. */
@Command(
    name = "results",
    mixinStandardHelpOptions = true,
    description =
        "Lists the runs below results/, newest first, with their verdicts: (running) still goes on,"
            + " (partial) was interrupted or killed, (broken) cannot be read, (refused) contains links"
            + " or special files.")
final class ResultsCommand implements Callable<Integer> {

  @Parameters(paramLabel = "LAB", arity = "0..1", description = "Only runs of this lab.")
  private Optional<String> lab = Optional.empty();

  @Option(names = "--latest", description = "Only say where the newest report is.")
  private boolean latest;

  private final Toolbox tools;

  ResultsCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    RunStore store = new RunStore(tools.workspace().results());
    if (latest) {
      Path folder = store.find(lab.map(l -> l + "/").orElse("") + "latest").folder();
      tools.out().println(folder.resolve(Reports.PAGE));
      return ExitStatus.OK;
    }
    List<StoredRun> runs =
        store.listed().stream().filter(r -> lab.map(r.lab()::equals).orElse(true)).toList();
    if (runs.isEmpty()) {
      tools.out().println("no runs below " + tools.workspace().results() + " yet");
      return ExitStatus.OK;
    }
    Table table = new Table("RUN", "VERDICT", "TRIALS", "KERNEL", "WHY");
    runs.forEach(run -> table.row(row(run)));
    tools.out().print(table);
    return ExitStatus.OK;
  }

  private static String[] row(StoredRun run) {
    String name = run.lab() + "/" + run.id();
    if (run instanceof StoredRun.Listed listed) {
      return new String[] {
        name,
        ResultRow.words(listed.result().verdict().judgement()),
        String.valueOf(listed.result().trials()),
        listed.result().provenance().getOrDefault("kernel", "-"),
        firstLine(listed.result().verdict().reasons().get(0))
      };
    }
    if (run instanceof StoredRun.Partial partial) {
      String state = goesOn(partial) ? "(running)" : "(partial)";
      return new String[] {name, state, "-", "-", firstLine(partial.why())};
    }
    if (run instanceof StoredRun.Refused refused) {
      return new String[] {name, "(refused)", "-", "-", firstLine(refused.why())};
    }
    String why = ((StoredRun.Broken) run).why();
    return new String[] {name, "(broken)", "-", "-", firstLine(why)};
  }

  /** A killed run could not say so: its process is gone. */
  private static boolean goesOn(StoredRun.Partial run) {
    return RunFolder.owner(run.why())
        .flatMap(Owner::parse)
        .filter(owner -> owner.life(true) == Life.RUNS)
        .isPresent();
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }
}
