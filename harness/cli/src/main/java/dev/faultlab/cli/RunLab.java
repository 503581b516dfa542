package dev.faultlab.cli;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.PlannedRuns;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.feed.RunEvent;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.kubernetes.KubernetesOptions;
import dev.faultlab.kubernetes.KubernetesRun;
import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Plan;
import dev.faultlab.result.RunResult;
import dev.faultlab.shard.ShardNumber;
import dev.faultlab.shard.Split;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./faultlab run LAB}: runs a lab, writes its reports and prints their table. */
@Command
final class RunLab extends LabCommand {
  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description =
          "only the I-th of N parts of the run, for as many machines; auto takes them from"
              + " CI_NODE_INDEX (from 1) or JOB_COMPLETION_INDEX (from 0), and CI_NODE_TOTAL")
  private Optional<String> shard = Optional.empty();

  @Option(
      names = "--locked",
      paramLabel = "RESULT",
      description =
          "do not start unless each image and kernel is the one that this result recorded; a"
              + " run id, a folder or a result file")
  private Optional<String> locked = Optional.empty();

  @Option(
      names = NO_SNAPSHOT,
      description = "boot guests and start their services, instead of restoring a snapshot")
  private boolean noSnapshot;

  @Option(
      names = EVENTS,
      description =
          "for programs: print the start of the run and the end of each trial as lines of JSON on"
              + " standard output as they happen; the table goes to standard error")
  private boolean events;

  @Option(
      names = VERBOSE,
      description = "print every table at the end, not only what fits a screen")
  private boolean verbose;

  @Option(
      names = "--dry-run",
      description = "with --on and --nodes: print the Job's manifest; ask no cluster")
  private boolean dryRun;

  @ArgGroup(exclusive = false)
  private KubernetesOptions cluster;

  private final PlannedRuns runs;

  RunLab(Lab lab, PlannedRuns runs) {
    super(lab);
    this.runs = runs;
  }

  /** The exit status of a shard only means that there is a result. */
  @Override
  public Integer call() throws IOException, InterruptedException {
    if (cluster != null) {
      if (shard.isPresent() || locked.isPresent() || events || noSnapshot) {
        throw new WrongUsage("--on goes with none of --shard, --locked, --events, --no-snapshot");
      }
      cluster.dryRun = dryRun;
      return KubernetesRun.run(runs, cluster, lab(), choices());
    }
    if (dryRun) {
      throw new WrongUsage("--dry-run: expected --on; './faultlab plan LAB' shows a run here");
    }
    PlannedRuns here = runs.locked(locked.stream().toList());
    GuestStart guests = noSnapshot ? GuestStart.COLD : GuestStart.FROM_SNAPSHOT;
    if (shard.isPresent()) {
      ShardNumber number = ShardNumber.parse(shard.get(), here.host().environment());
      Plan plan = here.host().plan(lab(), choices());
      here.shard(Split.of(plan, number.count(), here.effort(lab())), number, guests);
      return ExitStatus.OK;
    }
    RunResult result =
        here.run(lab(), choices(), guests, events ? event -> printEvent(event, here) : event -> {});
    (events ? System.err : here.out()).print(here.table(result, verbose));
    return result.verdict().judgement().exitStatus();
  }

  private static void printEvent(RunEvent event, PlannedRuns localRuns) {
    localRuns.out().println(event.line());
    localRuns.out().flush();
  }
}
