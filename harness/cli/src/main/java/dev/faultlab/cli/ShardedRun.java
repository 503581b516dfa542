package dev.faultlab.cli;

import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.TrialDurations;
import dev.faultlab.run.EventFeed;
import dev.faultlab.run.RunListener;
import dev.faultlab.run.RunRequest;
import dev.faultlab.run.RunSetup;
import dev.faultlab.shard.ShardFile;
import dev.faultlab.shard.ShardNumber;
import dev.faultlab.shard.Split;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
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
    LabRun here = runs.locked(locked == null ? List.of() : List.of(locked));
    Choices choices = LabCommand.choices(lab, given);
    GuestStart guests = LabCommand.guests(given);
    if (given.hasMatchedOption(LabCommand.SHARD)) {
      String number = given.matchedOptionValue(LabCommand.SHARD, ShardNumber.AUTO);
      new ShardedRun(tools, here)
          .run(
              here.plans().of(lab, choices),
              ShardNumber.parse(number, tools.environment()),
              guests);
      return ExitStatus.OK;
    }
    boolean events = given.hasMatchedOption(LabCommand.EVENTS);
    RunListener feed = events ? new EventFeed(here.out()) : new RunListener() {};
    RunResult result = here.run(here.prepared(lab, choices, guests), feed);
    PrintStream table = events ? System.err : here.out();
    table.print(here.table(result, given.hasMatchedOption(LabCommand.VERBOSE)));
    return result.verdict().judgement().exitStatus();
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
    ShardFile shard = ShardFile.of(split, number);
    RunRequest asked =
        new RunRequest(
            plan,
            guests,
            runs.host().results(),
            Map.of(ShardFile.NAME, shard.text()),
            Map.of(ShardFile.PROVENANCE, shard.name()));
    RunResult result = runs.run(RunSetup.begin(runs.host(), asked));
    tools.out().print(runs.table(result, false));
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
