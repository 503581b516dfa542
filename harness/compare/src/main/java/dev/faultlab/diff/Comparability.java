package dev.faultlab.diff;

import dev.faultlab.evidence.TrialRole;
import dev.faultlab.lab.Requirement;
import dev.faultlab.point.Point;
import dev.faultlab.result.Axes;
import dev.faultlab.result.Machines;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.verdict.Judge;
import dev.faultlab.verdict.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Whether two runs differ only in what is being compared. */
final class Comparability {
  /** The number of trials may differ. */
  private static final Set<String> SAMPLE_SIZE = Set.of("trials");

  /** Entry of the provenance for how a lab's guests ran: kvm, or tcg for emulation. */
  private static final String GUESTS = "guests run with";

  private Comparability() {}

  /** A condition of the runs, with its value in each. */
  record Condition(String name, String before, String after) {}

  /** What forbids a comparison; empty if nothing does. */
  static List<String> reservations(RunResult a, RunResult b, Pairs pairs) {
    List<String> found = new ArrayList<>();
    if (!a.lab().equals(b.lab())) {
      found.add("A is a run of lab " + a.lab() + ", B of lab " + b.lab());
      return found;
    }
    Set<String> axes = Pairs.axes(a.measured());
    axes.addAll(Pairs.axes(b.measured()));
    for (Condition parameter : differing(parameters(a), parameters(b), "")) {
      if (!SAMPLE_SIZE.contains(parameter.name()) && !axes.contains(parameter.name())) {
        found.add(
            "--%s is %s in A and %s in B"
                .formatted(parameter.name(), parameter.before(), parameter.after()));
      }
    }
    String before = a.provenance().getOrDefault(GUESTS, "");
    String after = b.provenance().getOrDefault(GUESTS, "");
    if (!before.isEmpty() && !after.isEmpty() && !before.equals(after)) {
      found.add("guests of A ran with " + before + ", those of B with " + after);
    }
    if (pairs.pairs().isEmpty()) {
      found.add("no point of A has a counterpart in B");
    }
    return found;
  }

  /**
   * Why the metrics of two runs do not decide; empty if they may.
   *
   * <p>Two runs are never at the same time, and the trials of a short run are side by side or close
   * together. A change on the machine between the runs therefore affects all trials of one.
   */
  static Optional<String> shownOnly(RunResult a, RunResult b) {
    List<String> machines = Machines.differing(a, b);
    if (!machines.isEmpty()) {
      return Optional.of(
          "they were measured on two classes of machine (%s differ)"
              .formatted(String.join(", ", machines)));
    }
    return isShort(a) || isShort(b)
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
  static List<Condition> conditions(RunResult a, RunResult b, Pairs pairs) {
    Set<Condition> all = new LinkedHashSet<>(differing(parameters(a), parameters(b), "--"));
    all.addAll(differing(a.provenance(), b.provenance(), ""));
    for (Pairs.Pair pair : pairs.pairs()) {
      all.addAll(differing(ran(a, pair.a()), ran(b, pair.b()), "ran: "));
    }
    List<Point> before = pairs.pairs().stream().map(Pairs.Pair::a).toList();
    List<Point> after = pairs.pairs().stream().map(Pairs.Pair::b).toList();
    Map<Requirement, String> had = images(a, before);
    Map<Requirement, String> has = images(b, after);
    had.keySet().retainAll(has.keySet());
    has.keySet().retainAll(had.keySet());
    all.addAll(differing(had, has, "image "));
    return List.copyOf(all);
  }

  /** What makes a run inconclusive as a whole: none of its findings decides then. */
  static List<String> doubts(String name, RunResult run) {
    return run.obstacles().stream().map(obstacle -> name + ": " + obstacle.message()).toList();
  }

  /**
   * The missing side of a compared run: without it no finding counts, whatever else the run has
   * met. A control may be at a point that is not compared.
   */
  static List<String> missingSides(String name, RunResult run, Set<Point> compared) {
    List<Outcome> there =
        run.outcomes().stream().filter(o -> compared.contains(o.point())).toList();
    return Judge.missingSides(there, run.outcomes(), run::name).stream()
        .map(reason -> name + ": " + reason)
        .toList();
  }

  private static Map<String, String> ran(RunResult run, Point point) {
    return run.stackOf(point).map(StackResult::ran).orElse(Map.of());
  }

  private static Map<Requirement, String> images(RunResult run, List<Point> points) {
    Map<Requirement, String> images = new LinkedHashMap<>();
    points.forEach(p -> run.stackOf(p).ifPresent(stack -> images.putAll(stack.images())));
    return images;
  }

  private static Map<String, String> parameters(RunResult run) {
    Map<String, String> texts = new LinkedHashMap<>();
    run.parameters().forEach((name, values) -> texts.put(name, Axes.list(values)));
    return texts;
  }

  private static <T> List<Condition> differing(Map<T, String> a, Map<T, String> b, String prefix) {
    Set<T> names = new LinkedHashSet<>(a.keySet());
    names.addAll(b.keySet());
    return names.stream()
        .map(
            name ->
                new Condition(prefix + name, a.getOrDefault(name, "-"), b.getOrDefault(name, "-")))
        .filter(c -> !c.before().equals(c.after()))
        .toList();
  }
}
