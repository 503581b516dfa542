package dev.faultlab.bisect;

import dev.faultlab.bisect.Search.Step;
import dev.faultlab.command.PlannedRuns;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.Json;
import dev.faultlab.files.Trees;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.plan.Plan;
import dev.faultlab.point.Value;
import dev.faultlab.result.ResultJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Carries out a bisection: a run per version, each stored as soon as it ends.
 *
 * @param progress shows which version is tested
 */
record BisectRun(PlannedRuns runs, Bisection question, Probing probing, Consumer<String> progress) {

  /**
   * Checks that both ends can be run; nothing is started.
   *
   * @throws RuntimeException when one of them does not exist
   */
  void prepare() throws IOException, InterruptedException {
    List<Value> versions = question.versions();
    for (Value end : List.of(versions.get(0), versions.get(versions.size() - 1))) {
      Plan plan =
          probing
              .plan(end)
              .orElseThrow(
                  () ->
                      new BadQuestion(
                          "variant %s is not possible at %s %s"
                              .formatted(question.variant(), question.axis(), end)));
      runs.prepare(List.of(plan));
    }
  }

  /**
   * Searches, continuing an interrupted bisection of the same question.
   *
   * @param folder beside those of earlier bisections
   * @param ended whether the process with this label has ended
   */
  BisectResult carryOut(RunFolder folder, Predicate<String> ended)
      throws IOException, InterruptedException {
    List<Probe> probes = new ArrayList<>();
    Optional<Path> earlier = unfinished(folder.path().getParent(), ended);
    if (earlier.isPresent()) {
      probes.addAll(read(earlier.get()).probes());
      new RunFolder(earlier.get()).abandon("goes on as " + folder.id());
      progress.accept("resuming with " + probes.size() + " versions of an interrupted one");
    }
    BisectResult result = save(folder, probes);
    while (result.next() instanceof Step.TestVersion ask) {
      progress.accept("bisect: " + question.versionName(ask.index()));
      probes.add(probe(question.versions().get(ask.index())));
      result = save(folder, probes);
    }
    return result;
  }

  private Probe probe(Value version) throws IOException, InterruptedException {
    Optional<Plan> plan = probing.plan(version);
    if (plan.isEmpty()) {
      return Probe.notRun(version, "the variant is not possible there");
    }
    Optional<String> why = runs.unavailable(plan.get());
    return why.isPresent()
        ? Probe.notRun(version, "it is unavailable: " + why.get())
        : probing.probe(version, runs.run(plan.get()));
  }

  private static BisectResult read(Path folder) throws IOException {
    return Json.record(folder.resolve(ResultJson.FILE), BisectResult.class);
  }

  private BisectResult save(RunFolder folder, List<Probe> probes) throws IOException {
    BisectResult result = new BisectResult(BisectResult.SCHEMA, question, List.copyOf(probes));
    folder.write(ResultJson.FILE, Json.text(Json.INDENTED, result));
    return result;
  }

  /**
   * The newest bisection of the same question that was killed or interrupted. With uncommitted
   * changes none is resumed, because the changes may differ.
   */
  private Optional<Path> unfinished(Path bisections, Predicate<String> ended) throws IOException {
    if (question.program().contains(" ")) {
      return Optional.empty();
    }
    Optional<Path> newest = Optional.empty();
    for (Path folder : Trees.children(bisections)) {
      Trees.requireRegular(folder);
      if (isInterrupted(folder, ended) && hasSameQuestion(folder)) {
        newest = Optional.of(folder);
      }
    }
    return newest;
  }

  private boolean hasSameQuestion(Path folder) {
    try {
      BisectResult earlier = read(folder);
      return earlier.schema() == BisectResult.SCHEMA && earlier.question().equals(question);
    } catch (IOException e) { // another version of faultlab wrote it
      return false;
    }
  }

  private static boolean isInterrupted(Path folder, Predicate<String> ended) throws IOException {
    return RunFolder.partial(folder)
        && Files.exists(folder.resolve(ResultJson.FILE))
        && RunFolder.owner(BoundedText.read(folder.resolve(RunFolder.PARTIAL)))
            .filter(ended)
            .isPresent();
  }
}
