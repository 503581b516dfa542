package dev.faultlab.command;

import dev.faultlab.cure.CureLists;
import dev.faultlab.docker.DockerHost;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.UnreachableException;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.feed.RunEvent;
import dev.faultlab.files.Json;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Requirement;
import dev.faultlab.owner.Owner;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.report.Reports;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.TrialDurations;
import dev.faultlab.run.ImageSource;
import dev.faultlab.run.Run;
import dev.faultlab.run.RunHost;
import dev.faultlab.run.RunSetup;
import dev.faultlab.shard.FoundShards;
import dev.faultlab.shard.Merge;
import dev.faultlab.shard.MergedEvidence;
import dev.faultlab.shard.ShardFile;
import dev.faultlab.shard.ShardNumber;
import dev.faultlab.shard.Split;
import dev.faultlab.stack.DockerRunEngine;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/** Plans and runs labs on this machine, and writes the runs' reports. Tests replace parts of it. */
public class PlannedRuns {
  private final RunHost host;
  private final CureLists fixes;
  private final PrintStream out;

  /**
   * @param fixes of the faults that runs may find
   * @param out receives the table of a result
   */
  public PlannedRuns(RunHost host, CureLists fixes, PrintStream out) {
    this.host = host;
    this.fixes = fixes;
    this.out = out;
  }

  /** The same, of which a subclass replaces a part. */
  protected PlannedRuns(PlannedRuns original) {
    this(original.host, original.fixes, original.out);
  }

  /** With the engine and the disk of this machine. */
  public static PlannedRuns onThisMachine(Toolbox tools) {
    return new PlannedRuns(
        new RunHost(
            tools.provisioning(),
            Optional.empty(),
            () -> new DockerRunEngine(tools.workspace(), tools.commands(), DockerHost.find()),
            folder -> Files.getFileStore(folder).getUsableSpace(),
            tools.workspace().results(),
            tools.progress(),
            tools.environment()),
        tools.fixes(),
        tools.out());
  }

  public RunHost host() {
    return host;
  }

  public PrintStream out() {
    return out;
  }

  /** Writes and prints what a run found. */
  public Reports reports() {
    return new Reports(fixes);
  }

  /**
   * The same with only the images that these results recorded.
   *
   * @param results as the user named them; empty for any images
   * @throws LabException later, before anything is started, when an image differs
   */
  public PlannedRuns locked(List<String> results) throws IOException {
    return results.isEmpty() ? this : new PlannedRuns(host.locked(results), fixes, out);
  }

  /** Runs a lab; says before what it can give no verdict on. */
  public RunResult run(Lab lab, Choices choices, GuestStart guests, Consumer<RunEvent> feed)
      throws IOException, InterruptedException {
    Plan plan = host.plan(lab, choices);
    plan.oneSided().forEach(cause -> host.progress().say("no verdict on this: " + cause));
    return run(host.begin(plan, guests, host.results(), Map.of(), Map.of()), feed);
  }

  /** Carries out a plan; the result is stored when this returns. */
  public RunResult run(Plan plan) throws IOException, InterruptedException {
    return run(host.begin(plan, GuestStart.FROM_SNAPSHOT, host.results(), Map.of(), Map.of()));
  }

  /** Carries out a run, and writes its reports. */
  public RunResult run(RunSetup setup) throws IOException, InterruptedException {
    return run(setup, event -> {});
  }

  /**
   * The same, with a page that is drawn while the stacks are removed. The run has its result, so
   * failed reports can be written later.
   */
  private RunResult run(RunSetup setup, Consumer<RunEvent> feed)
      throws IOException, InterruptedException {
    CompletableFuture<String> page = new CompletableFuture<>();
    RunResult result =
        Run.of(setup, feed, done -> page.completeAsync(() -> reports().draw(done, setup.folder())));
    try {
      reports().render(result, setup.folder(), page::join);
    } catch (RuntimeException | IOException e) {
      Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
      host.progress()
          .say(
              "the run is finished, but its report cannot be written: %s; './faultlab results render %s'"
                      .formatted(cause, setup.folder().path())
                  + " tries again");
    }
    return result;
  }

  /** Carries out a machine's part of a plan, if there is one. */
  public void shard(Split split, ShardNumber number, GuestStart guests)
      throws IOException, InterruptedException {
    Plan whole = split.whole();
    Plan plan = split.shard(number);
    if (plan.cells().isEmpty()) {
      out.printf(
          "%s: nothing to do for shard %s, the run has fewer separable parts%n",
          whole.lab().name(), number);
      return;
    }
    ShardFile file = ShardFile.of(split, number);
    Map<String, String> more = new HashMap<>(Map.of(ShardFile.PROVENANCE, file.name()));
    // In a pod, the result names it.
    more.computeIfAbsent("pod", key -> host.environment().get("FAULTLAB_POD"));
    Map<String, String> files = Map.of(ShardFile.NAME, Json.text(Json.INDENTED, file));
    print(run(host.begin(plan, guests, host.results(), files, more)));
    out.printf(
        "Shard %s: this covers only %d of %d points; ./faultlab results merge gives the verdict on"
            + " all%n",
        number, plan.cells().size(), whole.cells().size());
  }

  /** Uses only data that every clone has, so that all machines compute the same split. */
  public TrialDurations effort(Lab lab) throws IOException {
    return new RunStore(host.results())
        .reference(lab.name())
        .map(TrialDurations::of)
        .orElseGet(TrialDurations::unknown);
  }

  /** Merges shards into one result, and writes its reports. */
  public RunResult merge(Lab lab, FoundShards parts) throws IOException {
    Merge merge = new Merge(lab, parts);
    RunFolder folder = RunFolder.create(host.results(), lab.name(), Owner.current().label());
    RunResult result = merge.result(folder.id());
    MergedEvidence.copy(merge, folder);
    folder.write(ResultJson.FILE, ResultJson.text(result));
    folder.finish();
    reports().render(result, folder); // a report that fails now can be written later
    merge.repeated().forEach(part -> out.println("Left out, run again: " + part.folder()));
    return result;
  }

  /** Prints the table of a result among the results of this machine. */
  public void print(RunResult result) {
    out.print(table(result, false));
  }

  /** The table of a result among the results of this machine. */
  public String table(RunResult result, boolean verbose) {
    Path folder = host.results().resolve(result.lab()).resolve(result.runId());
    return reports().terminal(result, folder, verbose);
  }

  /**
   * Checks that all of them can be run, and provides everything that their stacks need. Nothing is
   * started.
   *
   * @throws LabException when a lab's declaration is wrong
   * @throws RuntimeException when something that a plan names does not exist or is unavailable
   */
  public void prepare(List<Plan> plans) throws IOException, InterruptedException {
    host.prepare(plans);
  }

  /**
   * Why a requirement of a plan does not exist; empty if #prepare has provided all.
   *
   * @throws RuntimeException when no registry can answer now: that proves nothing about its
   *     contents
   */
  public Optional<String> unavailable(Plan plan) throws IOException, InterruptedException {
    try {
      prepare(List.of(plan));
      return Optional.empty();
    } catch (UnreachableException e) {
      throw e;
    } catch (ImageException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** The packages of an image with their versions; empty if unknown. */
  public Map<String, String> packages(Requirement image) {
    return images().packages(image);
  }

  /** What stacks are made of. */
  public ImageSource images() {
    return host.images();
  }
}
