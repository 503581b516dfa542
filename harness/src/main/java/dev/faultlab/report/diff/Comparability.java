package dev.faultlab.report.diff;

import dev.faultlab.result.RunResult;
import dev.faultlab.report.diff.RunDiff.Condition;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Whether two runs differ only in what they may differ in: machine, kernel, JDK, commit, time. */
final class Comparability {
  /** More or fewer trials of the same thing are the same thing. */
  private static final Set<String> SAMPLE_SIZE = Set.of("trials");

  private Comparability() {}

  /** What forbids a comparison; empty when nothing does. */
  static List<String> reservations(RunResult a, RunResult b, Pairs pairs) {
    List<String> found = new ArrayList<>();
    if (!a.lab().equals(b.lab())) {
      found.add("A is a run of lab " + a.lab() + ", B of lab " + b.lab());
      return found;
    }
    Set<String> axes = new LinkedHashSet<>(Pairs.axes(a));
    axes.addAll(Pairs.axes(b));
    for (Condition parameter : differing(texts(a), texts(b), "")) {
      if (!SAMPLE_SIZE.contains(parameter.name()) && !axes.contains(parameter.name())) {
        found.add(
            "--"
                + parameter.name()
                + " is "
                + parameter.before()
                + " in A and "
                + parameter.after()
                + " in B");
      }
    }
    if (emulated(a) != emulated(b)) {
      found.add(
          "guests of "
              + (emulated(a) ? "A" : "B")
              + " ran on an emulated CPU, those of "
              + (emulated(a) ? "B" : "A")
              + " did not");
    }
    if (pairs.pairs().isEmpty()) {
      found.add("the runs have no cell in common");
    }
    return found;
  }

  /** Everything that differs, for the reader. */
  static List<Condition> conditions(RunResult a, RunResult b) {
    List<Condition> all = new ArrayList<>(differing(texts(a), texts(b), "--"));
    all.addAll(differing(a.provenance(), b.provenance(), ""));
    return all;
  }

  /** The runs' conditions that make either of them doubtful as a whole. */
  static List<String> doubts(String name, RunResult run) {
    return run.calibrations().stream()
        .filter(c -> !c.within())
        .map(c -> name + ": " + c.title() + " was out of tolerance (" + c.stack() + ")")
        .toList();
  }

  private static Map<String, String> texts(RunResult run) {
    Map<String, String> texts = new java.util.LinkedHashMap<>();
    run.parameters().forEach((name, values) -> texts.put(name, String.join(",", values)));
    return texts;
  }

  private static List<Condition> differing(
      Map<String, String> a, Map<String, String> b, String prefix) {
    Set<String> names = new LinkedHashSet<>(a.keySet());
    names.addAll(b.keySet());
    return names.stream()
        .map(
            name ->
                new Condition(prefix + name, a.getOrDefault(name, "-"), b.getOrDefault(name, "-")))
        .filter(c -> !c.before().equals(c.after()))
        .toList();
  }

  /** The provenance says so in one of its values, whatever the lab calls it. */
  private static boolean emulated(RunResult run) {
    return run.provenance().values().stream()
        .map(value -> value.toLowerCase(Locale.ROOT))
        .anyMatch(value -> value.contains("emulated") || value.matches(".*\\btcg\\b.*"));
  }
}
