package dev.faultlab.cli;

import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Plan;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.TrialDurations;
import dev.faultlab.shard.ShardFile;
import dev.faultlab.shard.ShardNumber;
import dev.faultlab.shard.Split;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;

/** {@code faultlab run LAB}, with {@code --shard} only this machine's part. */
final class ShardedRun {
  /** Carries out one machine's part of a plan, if it has one. */
  interface Part {
    void run(Plan whole, ShardNumber number, GuestStart guests)
        throws IOException, InterruptedException;
  }

  private final Toolbox tools;
  private final LabRun runs;

  ShardedRun(Toolbox tools, LabRun runs) {
    this.tools = tools;
    this.runs = runs;
  }

  /** The exit status; for a shard it only means that there is a result. */
  int run(Lab lab, CommandLine.ParseResult given) throws IOException, InterruptedException {
    String locked = given.matchedOptionValue(LabCommand.LOCKED, (String) null);
    LabRun runs = this.runs.locked(locked == null ? List.of() : List.of(locked));
    if (!given.hasMatchedOption(LabCommand.SHARD)) {
      return runs.run(lab, given);
    }
    ShardNumber number =
        ShardNumber.parse(
            given.matchedOptionValue(LabCommand.SHARD, ShardNumber.AUTO), tools.environment());
    new ShardedRun(tools, runs)
        .run(
            runs.executor().plan(lab, LabCommand.choices(lab, given)),
            number,
            LabCommand.guests(given));
    return ExitStatus.OK;
  }

  /** Carries out this machine's part of a plan, if there is one. */
  void run(Plan whole, ShardNumber number, GuestStart guests)
      throws IOException, InterruptedException {
    RunStore store = new RunStore(tools.workspace().results());
    Split split = Split.of(whole, number.of(), effort(store, whole.lab()));
    Plan plan = split.shard(number);
    if (plan.cells().isEmpty()) {
      tools
          .out()
          .printf(
              "%s: nothing to do for shard %s, the run has fewer separable parts%n",
              whole.lab().name(), number);
      return;
    }
    runs.run(plan, ShardFile.of(split, number), guests);
    tools
        .out()
        .printf(
            "Shard %s: this covers only %d of %d points; ./faultlab results merge gives the "
                + "verdict on all"
                + "%n",
            number, plan.cells().size(), whole.cells().size());
  }

  /** Uses only data that every clone has, so that all machines compute the same split. */
  static TrialDurations effort(RunStore store, Lab lab) throws IOException {
    return store.reference(lab.name()).map(TrialDurations::of).orElseGet(TrialDurations::unknown);
  }
}
