package dev.faultlab.cli;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.PlannedRuns;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.docker.EngineException;
import dev.faultlab.docker.ImageException;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Choices;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import dev.faultlab.result.StoredRun.Reason;
import dev.faultlab.run.Resumption;
import dev.faultlab.shard.ShardFile;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code ./faultlab run}: runs all labs (one is {@link RunLab}, a subcommand per lab), or resumes
 * an interrupted run.
 */
@Command(
    name = "run",
    description = {
      "Runs a lab: starts its stacks, loads them, captures packets, and reports whether the fault is"
          + " present where it is expected and absent where it is not. Every lab has its own"
          + " options: ./faultlab run LAB --help.",
      "",
      "With --resume, keeps the trials that were finished and carries out the others. It refuses when"
          + " the lab, the commit, an image or the machine has changed."
    },
    exitCodeList = {
      "0:every variant as expected; for a shard: it has a result",
      "1:a variant contradicts its expectation",
      "2:inconclusive",
      "64:wrong usage, or the run cannot be resumed; nothing was started",
      "69:something needed is unavailable, such as an image or the Docker engine",
      "130:interrupted; --resume continues"
    })
final class RunCommand implements Callable<Integer> {
  @Parameters(index = "0", arity = "0..1", paramLabel = "LAB", hidden = true)
  private Optional<String> lab = Optional.empty();

  @Option(names = "--all", description = "Run every lab, one after the other, and print one table.")
  private boolean all;

  @Option(
      names = LabCommand.FULL,
      description = "With --all: the full form of each, which takes hours.")
  private boolean full;

  @Option(
      names = LabCommand.QUICK,
      description = "With --all: the short form of each, only for its verdict (the default).")
  private boolean quick;

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description =
          "Resume a run that Ctrl-C, kill -9 or a power cut interrupted: a run id or the beginning"
              + " of one, LAB/RUN-ID, or a folder.")
  private Optional<String> resumed = Optional.empty();

  @Option(
      names = "--ended",
      description =
          "With --resume: states that the run has ended, if faultlab cannot see this because its"
              + " process was in another container or belonged to another user.")
  private boolean ended;

  private final LabReader labs;
  private final PlannedRuns runs;

  RunCommand(LabReader labs, PlannedRuns runs) {
    this.labs = labs;
    this.runs = runs;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    WrongUsage.throwIf(
        all && resumed.isPresent(), "found --all and --resume, expected one of them");
    WrongUsage.throwIf(full && quick, "found --full and --quick, expected one of them");
    WrongUsage.throwIf(
        !all && (full || quick), "--full and --quick come after a lab's name, or go with --all");
    WrongUsage.throwIf(resumed.isEmpty() && ended, "--ended needs --resume RUN");
    if (resumed.isPresent()) {
      return resume(resumed.get());
    }
    if (all) {
      return runAll();
    }
    throw LabCommand.noLab(lab, labs.names());
  }

  private int resume(String run) throws IOException, InterruptedException {
    StoredRun stored = new RunStore(runs.host().results()).findStored(run);
    if (!(stored instanceof StoredRun.Rejected partial) || partial.reason() != Reason.PARTIAL) {
      throw new WrongUsage(
          "run %s was not interrupted; ./faultlab results list shows how it ended", stored.id());
    }
    Resumption resumption = Resumption.of(partial, labs.read(Resumption.lab(partial)), ended);
    RunResult result = runs.run(resumption.setup(runs.host()));
    runs.out().print(runs.reports().terminal(result, partial.folder(), false));
    boolean isShard = result.provenance().containsKey(ShardFile.PROVENANCE);
    return isShard ? ExitStatus.OK : result.verdict().judgement().exitStatus();
  }

  private int runAll() throws InterruptedException, IOException {
    Table table = new Table("LAB", "VERDICT", "AS EXPECTED", "TRIALS", "RUN");
    StringBuilder why = new StringBuilder();
    int worst = ExitStatus.OK;
    for (String name : labs.names()) {
      try {
        Lab lab = labs.read(name);
        RunResult result = runs.run(lab, choices(lab), GuestStart.FROM_SNAPSHOT, event -> {});
        runs.print(result);
        Judgement judgement = result.verdict().judgement();
        worst = ExitStatus.worse(worst, judgement.exitStatus());
        long asExpected =
            result.outcomes().stream()
                .map(Outcome::judgement)
                .filter(j -> j == Judgement.AS_EXPECTED)
                .count();
        String share = asExpected + " of " + result.outcomes().size();
        table.row(name, judgement.name(), share, result.trials().size(), result.runId());
        if (judgement != Judgement.AS_EXPECTED) {
          why.append('\n').append(name).append(":\n");
          result.verdict().reasons().forEach(r -> why.append("  - ").append(r).append('\n'));
        }
      } catch (EngineException | ImageException | LabException e) {
        // A lab that cannot be run does not affect the others.
        worst = ExitStatus.worse(worst, ExitStatus.UNAVAILABLE);
        table.row(name, "NOT RUN", "-", "-", e.getMessage().lines().findFirst().orElse(""));
      }
    }
    runs.out().print("\n" + table + why);
    return worst;
  }

  /** The short form has only what decides: the table has verdicts, and no effects. */
  private Choices choices(Lab lab) {
    Parameter trials = lab.parameters().get(Lab.TRIALS);
    return new Choices(
        full ? Map.of() : Map.of(Lab.TRIALS, trials.quick()), List.of(), RunForm.of(!full));
  }
}
