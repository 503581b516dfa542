package dev.faultlab.cli;

import dev.faultlab.bisect.BisectJson;
import dev.faultlab.bisect.BisectResult;
import dev.faultlab.bisect.Bisection;
import dev.faultlab.bisect.Probe;
import dev.faultlab.bisect.Probing;
import dev.faultlab.bisect.Search.Step;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.files.Trees;
import dev.faultlab.image.ImageException;
import dev.faultlab.image.NoSuchImageException;
import dev.faultlab.image.UnreachableException;
import dev.faultlab.lab.Lab;
import dev.faultlab.plan.Plan;
import dev.faultlab.point.Value;
import dev.faultlab.report.BisectReport;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunStore;
import dev.faultlab.signature.State;
import dev.faultlab.stack.Owner;
import dev.faultlab.stack.Owner.Life;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Carries out a bisection: a run per version, each kept as soon as it is known. */
final class BisectRun {
  private static final String REPORT = "report.md";

  private final Toolbox tools;
  private final PlannedRuns runs;
  private final Lab lab;
  private final Map<Value, String> notes;
  private final BisectJson json = new BisectJson();

  /**
   * @param notes version to the address of its release notes
   */
  BisectRun(Toolbox tools, PlannedRuns runs, Lab lab, Map<Value, String> notes) {
    this.tools = tools;
    this.runs = runs;
    this.lab = lab;
    this.notes = notes;
  }

  /**
   * The exit status of the answer.
   *
   * @throws NoSuchImageException when one of the ends does not exist; nothing was started
   */
  int run(Bisection question) throws IOException, InterruptedException {
    Probing probing = new Probing(question, lab);
    List<Value> versions = question.versions();
    for (Value end : List.of(versions.get(0), versions.get(versions.size() - 1))) {
      Plan plan =
          probing
              .plan(end)
              .orElseThrow(
                  () ->
                      new BadQuestion(
                          "variant %s makes no sense at %s %s"
                              .formatted(question.variant(), question.axis(), end)));
      runs.prepare(List.of(plan));
    }
    List<Probe> probes = new ArrayList<>();
    Path results = tools.workspace().results();
    Optional<Path> earlier = unfinished(results.resolve(RunStore.BISECTIONS), question);
    RunFolder folder = RunFolder.create(results, RunStore.BISECTIONS, Owner.current().label());
    if (earlier.isPresent()) {
      probes.addAll(json.read(earlier.get().resolve(ResultJson.FILE)).probes());
      new RunFolder(earlier.get()).abandon("goes on as " + folder.id());
      tools.progress().say("going on with " + probes.size() + " versions of an interrupted one");
    }
    BisectResult result = keep(folder, question, probes);
    while (result.next() instanceof Step.Ask ask) {
      Value version = versions.get(ask.index());
      tools.progress().say("bisect: " + question.name(ask.index()));
      probes.add(probe(probing, version));
      result = keep(folder, question, probes);
    }
    String report = new BisectReport(result, notes).text();
    folder.write(REPORT, report);
    folder.finish();
    tools.out().print(report);
    return result.next() instanceof Step.Found ? ExitStatus.OK : ExitStatus.INCONCLUSIVE;
  }

  private Probe probe(Probing probing, Value version) throws IOException, InterruptedException {
    Optional<Plan> plan = probing.plan(version);
    if (plan.isEmpty()) {
      return new Probe(version, State.UNKNOWN, "not run", "the variant makes no sense there", "");
    }
    try {
      runs.prepare(List.of(plan.get()));
    } catch (UnreachableException e) {
      // Says nothing of the version; the same command goes on here when the mirror is back.
      throw e;
    } catch (ImageException e) {
      return new Probe(
          version, State.UNKNOWN, "not run", "it cannot be had: " + e.getMessage(), "");
    }
    return probing.probe(version, runs.run(plan.get()));
  }

  private BisectResult keep(RunFolder folder, Bisection question, List<Probe> probes)
      throws IOException {
    BisectResult result = new BisectResult(BisectResult.SCHEMA, question, List.copyOf(probes));
    folder.write(ResultJson.FILE, json.text(result));
    return result;
  }

  /**
   * The newest that asked the same and was killed or interrupted. None is gone on with where there
   * are uncommitted changes, since nobody knows whether they were the same.
   */
  private Optional<Path> unfinished(Path all, Bisection question) throws IOException {
    if (!Files.isDirectory(all) || question.program().contains(" ")) {
      return Optional.empty();
    }
    List<Path> folders;
    try (Stream<Path> children = Files.list(all)) {
      folders = children.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path folder : folders) {
      Trees.requireRegular(folder);
      if (brokenOff(folder)
          && json.read(folder.resolve(ResultJson.FILE)).question().equals(question)) {
        return Optional.of(folder);
      }
    }
    return Optional.empty();
  }

  private static boolean brokenOff(Path folder) throws IOException {
    return RunFolder.partial(folder)
        && Files.exists(folder.resolve(ResultJson.FILE))
        && RunFolder.owner(Files.readString(folder.resolve(RunFolder.PARTIAL)))
            .flatMap(Owner::parse)
            .filter(owner -> owner.life(true) == Life.GONE)
            .isPresent();
  }
}
