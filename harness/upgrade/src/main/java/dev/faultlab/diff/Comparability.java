package dev.faultlab.diff;

import dev.faultlab.evidence.TrialRole;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Requirement;
import dev.faultlab.point.Point;
import dev.faultlab.point.Projection;
import dev.faultlab.point.Value;
import dev.faultlab.result.Machines;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.upgrade.Difference;
import dev.faultlab.verdict.Judge;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Whether two runs differ only in what is being compared. */
record Comparability(RunResult runA, RunResult runB, Pairs pairs) {
  /** Entry of the provenance for how a lab's guests ran: kvm, or tcg for emulation. */
  private static final String GUESTS = "guests run with";

  /**
   * What forbids a comparison; empty if nothing does.
   *
   * @param declared the lab's parameters today: its short form may have other loads than its full
   *     form, and both are for the same expectations
   */
  List<String> reservations(Map<String, Parameter> declared) {
    List<String> found = new ArrayList<>();
    if (!runA.lab().equals(runB.lab())) {
      found.add("A is a run of lab " + runA.lab() + ", B of lab " + runB.lab());
      return found;
    }
    Set<String> axes = Pairs.axes(runA.measured());
    axes.addAll(Pairs.axes(runB.measured()));
    axes.addAll(List.of(Lab.TRIALS, Lab.UNTIL_DECIDED)); // the number of trials may differ
    for (Difference parameter : differing("", parameters(runA), parameters(runB))) {
      if (!axes.contains(parameter.what()) && !isOfForms(declared.get(parameter.what()))) {
        found.add(
            "--%s is %s in A and %s in B"
                .formatted(parameter.what(), parameter.before(), parameter.after()));
      }
    }
    String before = runA.provenance().getOrDefault(GUESTS, "");
    String after = runB.provenance().getOrDefault(GUESTS, "");
    if (!before.isEmpty() && !after.isEmpty() && !before.equals(after)) {
      found.add("guests of A ran with " + before + ", those of B with " + after);
    }
    if (pairs.pairs().isEmpty()) {
      found.add("no point of A has a counterpart in B");
    }
    return found;
  }

  /** Whether both runs have the value of their own form, and the forms differ. */
  private boolean isOfForms(Parameter parameter) {
    return parameter != null
        && runA.form() != runB.form()
        && Stream.of(runA, runB)
            .allMatch(
                run -> parameter.values(run.form()).equals(run.parameters().get(parameter.name())));
  }

  /**
   * Why the metrics of two runs do not decide; empty if they may.
   *
   * <p>Two runs are never at the same time, and the trials of a short run are side by side or close
   * together. A change on the machine between the runs therefore affects all trials of one.
   */
  Optional<String> shownOnly() {
    List<String> machines = Machines.differing(runA, runB);
    if (!machines.isEmpty()) {
      return Optional.of(
          "they were measured on two classes of machine (%s differ)"
              .formatted(String.join(", ", machines)));
    }
    return isShort(runA) || isShort(runB)
        ? Optional.of(
            "trials of a short run have others next to them, or follow each other" + " closely")
        : Optional.empty();
  }

  /** Whether most of its trials ran beside others. */
  private static boolean isShort(RunResult run) {
    return run.trials().stream()
        .anyMatch(trial -> trial.role().equals(Optional.of(TrialRole.COUNTED)));
  }

  /** All differences, for the reader. */
  List<Difference> conditions() {
    Set<Difference> all = new LinkedHashSet<>(differing("--", parameters(runA), parameters(runB)));
    all.addAll(differing("", runA.provenance(), runB.provenance()));
    Map<Requirement, String> imagesBefore = new LinkedHashMap<>();
    Map<Requirement, String> imagesAfter = new LinkedHashMap<>();
    for (Projection.Pair pair : pairs.pairs()) {
      Optional<StackResult> before = runA.stackOf(pair.before());
      Optional<StackResult> after = runB.stackOf(pair.after());
      all.addAll(differing("ran: ", ran(before), ran(after)));
      before.ifPresent(stack -> imagesBefore.putAll(stack.images()));
      after.ifPresent(stack -> imagesAfter.putAll(stack.images()));
    }
    imagesBefore.keySet().retainAll(imagesAfter.keySet());
    imagesAfter.keySet().retainAll(imagesBefore.keySet());
    all.addAll(differing("image ", imagesBefore, imagesAfter));
    return List.copyOf(all);
  }

  /** What makes a run inconclusive as a whole: none of its findings decides then. */
  static List<String> obstacles(String name, RunResult run) {
    return run.obstacles().stream().map(obstacle -> name + ": " + obstacle.message()).toList();
  }

  /**
   * The missing side of a compared run: without it no finding counts, regardless of what else the
   * run has met. A control may be at a point that is not compared.
   */
  static List<String> missingSides(String name, RunResult run, Set<Point> compared) {
    List<Outcome> kept = run.outcomes().stream().filter(o -> compared.contains(o.point())).toList();
    return Judge.missingSides(kept, run.outcomes(), run::name).stream()
        .map(reason -> name + ": " + reason)
        .toList();
  }

  private static Map<String, String> ran(Optional<StackResult> stack) {
    return stack.map(StackResult::ran).orElse(Map.of());
  }

  private static Map<String, String> parameters(RunResult run) {
    Map<String, String> texts = new LinkedHashMap<>();
    run.parameters().forEach((name, values) -> texts.put(name, Value.text(values)));
    return texts;
  }

  private <T> List<Difference> differing(String prefix, Map<T, String> a, Map<T, String> b) {
    Set<T> names = new LinkedHashSet<>(a.keySet());
    names.addAll(b.keySet());
    List<Difference> differences = new ArrayList<>();
    for (T name : names) {
      String what = prefix + name;
      String valueBefore = a.getOrDefault(name, "-");
      String valueAfter = b.getOrDefault(name, "-");
      if (!valueBefore.equals(valueAfter)) {
        boolean isAsked = pairs.compared().stream().anyMatch(what::endsWith);
        differences.add(new Difference(runB.lab(), 0, what, valueBefore, valueAfter, isAsked));
      }
    }
    return differences;
  }
}
