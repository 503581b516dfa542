package dev.faultlab.cli;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.PlannedRuns;
import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.lab.Lab;
import dev.faultlab.owner.Owner;
import dev.faultlab.owner.Owner.Life;
import dev.faultlab.report.Reports;
import dev.faultlab.report.page.ResultRow;
import dev.faultlab.result.Bundle;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import dev.faultlab.run.ReferenceCheck;
import dev.faultlab.run.Rejudgement;
import dev.faultlab.shard.FoundShards;
import dev.faultlab.stack.Provenance;
import dev.faultlab.text.Escape;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab results}: finished runs. */
@Command(
    name = "results",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Lists, shows, compares and merges runs.",
      "",
      "RUN is a run id or the beginning of one, LAB/RUN-ID, a folder, LAB/latest, latest, or"
          + " reference/NAME for a committed result."
    },
    footer = {"", "Example: ./faultlab results list"})
record ResultsCommand(Toolbox tools, PrintStream out, Path results, Reports reports) {
  ResultsCommand(Toolbox tools) {
    this(tools, tools.out(), tools.workspace().results(), new Reports(tools.fixes()));
  }

  /** Selects the finished run. */
  static final class RunArgument {
    @Parameters(
        paramLabel = "RUN",
        arity = "0..1",
        description = "The run; see './faultlab results --help' (default: ${DEFAULT-VALUE}).",
        defaultValue = "latest")
    private String run;

    private StoredRun.Finished find(Path results) throws IOException {
      return new RunStore(results).find(run);
    }
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "List runs, newest first, with their verdicts.",
        "",
        "(running) is active, (partial) was interrupted or killed, (broken) cannot be read,"
            + " (refused) contains links or special files."
      })
  void list(
      @Parameters(paramLabel = "LAB", arity = "0..1", description = "Only runs of this lab.")
          Optional<String> lab)
      throws IOException {
    List<StoredRun> all = new RunStore(results).all();
    List<StoredRun> runs = all.stream().filter(r -> lab.map(r.lab()::equals).orElse(true)).toList();
    if (runs.isEmpty() && lab.filter(l -> !tools.labs().names().contains(l)).isPresent()) {
      throw LabCommand.noLab(lab, tools.labs().names());
    }
    if (runs.isEmpty()) {
      String place = lab.map(results::resolve).orElse(results).toString();
      out.println("no runs below " + place + " yet; start one: ./faultlab run LAB");
      return;
    }
    Table table = new Table("RUN", "VERDICT", "TRIALS", "KERNEL", "WHY");
    runs.forEach(run -> table.row(row(run)));
    out.print(table);
  }

  private static Object[] row(StoredRun run) {
    String name = run.lab() + "/" + run.id();
    if (run instanceof StoredRun.Finished found) {
      return new Object[] {
        name,
        ResultRow.words(found.result().verdict().judgement()),
        String.valueOf(found.result().trials().size()),
        found.result().provenance().getOrDefault("kernel", "-"),
        firstLine(found.result().verdict().reasons().get(0))
      };
    }
    StoredRun.Rejected unread = (StoredRun.Rejected) run;
    String state = isRunning(unread) ? "running" : unread.reason().name().toLowerCase(Locale.ROOT);
    return new Object[] {name, "(" + state + ")", "-", "-", firstLine(unread.why())};
  }

  /** A killed run could not record its end, but its process is gone. */
  private static boolean isRunning(StoredRun.Rejected run) {
    return RunFolder.owner(run.why())
        .flatMap(Owner::parse)
        .filter(owner -> owner.life(true) == Life.RUNS)
        .isPresent();
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Show the result of a run, and write nothing.")
  void show(
      @Mixin RunArgument run,
      @Option(
              names = LabCommand.VERBOSE,
              description = "Print every table, not only what fits a screen.")
          boolean verbose)
      throws IOException {
    StoredRun.Finished found = run.find(results);
    out.print(
        found.committed()
            ? reports.terminal(found.result(), Optional.empty(), verbose)
            : reports.terminal(found.result(), found.folder(), verbose));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Print the path of a run's report, and open it on a desktop.")
  void open(
      @Mixin RunArgument run,
      @Option(names = "--no-browser", description = "Only print the path.") boolean noBrowser)
      throws IOException {
    StoredRun.Finished found = run.find(results);
    Path page =
        found.committed()
            ? committedPage(found).orElseThrow(ResultsCommand::noEvidence)
            : found.folder().resolve(Reports.PAGE);
    out.println(page);
    if (!noBrowser) {
      Browser.open(tools.environment(), tools.progress(), page.toString());
    }
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Write the reports of a run again, from its result and its evidence.",
        "",
        "Writes report.html, summary.md and junit.xml, and prints the table. For a committed result,"
            + " it writes only results/reference/NAME.html, if evidence is committed with it. The"
            + " verdict stays; rejudge makes a new one."
      })
  void render(@Mixin RunArgument run) throws IOException {
    StoredRun.Finished found = run.find(results);
    if (found.committed()) {
      out.print(reports.terminal(found.result(), committedPage(found), false));
    } else {
      reports.render(found.result(), new RunFolder(found.folder()));
      out.print(reports.terminal(found.result(), found.folder(), false));
    }
  }

  private Optional<Path> committedPage(StoredRun.Finished found) throws IOException {
    return found.bundle().isPresent()
        ? Optional.of(reports.page(found.result(), found.bundle().get()))
        : Optional.empty();
  }

  private static WrongUsage noEvidence() {
    return new WrongUsage(
        "no evidence is committed with this result; './faultlab results show' has its table");
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Judge a run again from its evidence.",
        "",
        "Uses the signatures and expectations of today, and replaces its result and reports. The"
            + " provenance then names the first verdict.",
        "",
        "For a committed result, judges the trials with committed evidence and compares them with"
            + " the result; nothing is written."
      },
      exitCodeList = {
        "0:every variant as expected; of a committed result: the same as the result says",
        "1:a variant contradicts its expectation; of a committed result: a trial differs",
        "2:inconclusive; of a committed result: its evidence is missing or altered",
        "64:there is no such run, or the lab has changed too much"
      })
  int rejudge(@Mixin RunArgument run) throws IOException, InterruptedException {
    StoredRun.Finished found = run.find(results);
    String commit = Provenance.commit(tools.workspace().root());
    if (found.committed()) {
      return committed(found, commit);
    }
    Lab lab = tools.labs().read(found.result().lab());
    RunResult judged = Rejudgement.judge(found.result(), found.folder(), lab, commit);
    RunFolder folder = new RunFolder(found.folder());
    folder.write(ResultJson.FILE, ResultJson.text(judged));
    reports.render(judged, folder); // last: it can be derived from the result
    out.print(reports.terminal(judged, found.folder(), false));
    Rejudgement.doubt(found.result(), lab).ifPresent(out::println);
    return judged.verdict().judgement().exitStatus();
  }

  private int committed(StoredRun.Finished found, String commit) throws IOException {
    Bundle bundle = found.bundle().orElseThrow(ResultsCommand::noEvidence);
    List<String> altered = bundle.problems();
    if (!altered.isEmpty()) {
      altered.forEach(out::println);
      return ExitStatus.INCONCLUSIVE;
    }
    Lab lab = tools.labs().read(found.lab());
    ReferenceCheck check = ReferenceCheck.of(found.result(), bundle, lab, commit);
    List<String> differences = check.differences();
    out.print(reports.terminal(check.judged(), Optional.empty(), false));
    Rejudgement.doubt(found.result(), lab).ifPresent(out::println);
    differences.stream().map(Escape::line).forEach(out::println);
    out.printf(
        "%d trials judged again: %s%n",
        check.trials(),
        differences.isEmpty()
            ? "states and codes are those of the result"
            : differences.size() + " differences from the result");
    return differences.isEmpty() ? ExitStatus.OK : ExitStatus.CONTRADICTED;
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = {
        "Merge the shards of a run into one result.",
        "",
        "They are from run --shard on several machines. A missing shard makes the run inconclusive;"
            + " one that was run again counts once. Shards of other commits, images or parameters"
            + " are rejected.",
        "",
        "./faultlab results merge shards/"
      },
      exitCodeList = {
        "0:every variant as expected",
        "1:a variant contradicts its expectation",
        "2:inconclusive, or a shard is missing",
        "64:no shards, or they are not of one run; nothing was written"
      })
  int merge(
      @Parameters(
              arity = "1..*",
              paramLabel = "DIR",
              description = "The folder of a shard, or one that holds several.")
          List<Path> folders)
      throws IOException {
    FoundShards parts = FoundShards.find(folders);
    Lab lab = tools.labs().read(parts.all().get(0).shard().whole().lab());
    PlannedRuns runs = PlannedRuns.onThisMachine(tools);
    RunResult result = runs.merge(lab, parts);
    runs.print(result);
    return result.verdict().judgement().exitStatus();
  }
}
