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
import dev.faultlab.result.RunStore;
import dev.faultlab.shard.ShardFile;
import dev.faultlab.shard.ShardNumber;
import dev.faultlab.shard.Split;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
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
      RunStore results = new RunStore(runs.host().results());
      return new KubernetesRun(runs, cluster).run(lab(), choices(), PlanLab.effort(results, lab()));
    }
    PlannedRuns here = runs.locked(locked.stream().toList());
    GuestStart guests = noSnapshot ? GuestStart.COLD : GuestStart.FROM_SNAPSHOT;
    if (shard.isPresent()) {
      ShardNumber number = ShardNumber.parse(shard.get(), here.host().environment());
      shard(here, here.host().plan(lab(), choices()), number, guests);
      return ExitStatus.OK;
    }
    RunResult result =
        here.run(lab(), choices(), guests, events ? event -> tell(event, here) : event -> {});
    (events ? System.err : here.out()).print(here.table(result, verbose));
    return result.verdict().judgement().exitStatus();
  }

  private static void tell(RunEvent event, PlannedRuns here) {
    here.out().println(event.line());
    here.out().flush();
  }

  /** In a pod, the result names it. */
  private static Map<String, String> provenance(ShardFile shard, Map<String, String> environment) {
    Map<String, String> provenance = new HashMap<>(Map.of(ShardFile.PROVENANCE, shard.name()));
    provenance.computeIfAbsent("pod", key -> environment.get("FAULTLAB_POD"));
    return provenance;
  }

  /** Carries out this machine's part of a plan, if there is one. */
  private static void shard(PlannedRuns here, Plan whole, ShardNumber number, GuestStart guests)
      throws IOException, InterruptedException {
    RunStore results = new RunStore(here.host().results());
    Split split = Split.of(whole, number.of(), PlanLab.effort(results, whole.lab()));
    Plan plan = split.shard(number);
    if (plan.cells().isEmpty()) {
      here.out()
          .printf(
              "%s: nothing to do for shard %s, the run has fewer separable parts%n",
              whole.lab().name(), number);
      return;
    }
    ShardFile shard = ShardFile.of(split, number);
    here.print(
        here.run(
            here.host()
                .begin(
                    plan,
                    guests,
                    here.host().results(),
                    Map.of(ShardFile.NAME, shard.text()),
                    provenance(shard, here.host().environment()))));
    here.out()
        .printf(
            "Shard %s: this covers only %d of %d points; ./faultlab results merge gives the"
                + " verdict on all%n",
            number, plan.cells().size(), whole.cells().size());
  }
}
