package dev.faultlab.report.page;

import dev.faultlab.fact.Fact;
import dev.faultlab.fact.Observation;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Block.Kind;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.signature.Signatures;
import dev.faultlab.verdict.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The counts that decide a signature, fault and control side by side, as bars; those that were
 * decisive are marked. One block per signature, from the first fault and control that agree on
 * every axis.
 */
final class CountTables {
  /** One table per signature; empty for those that were not seen on both sides. */
  static List<Block> tables(RunResult result, Signatures signatures) {
    Map<String, Block> bySignature = new LinkedHashMap<>();
    for (Outcome fault : result.outcomes()) {
      if (!bySignature.containsKey(fault.signature())) {
        result.outcomes().stream()
            .filter(control -> fault.hasControl(control))
            .findFirst()
            .flatMap(control -> block(result, fault, control, signatures))
            .ifPresent(table -> bySignature.put(fault.signature(), table));
      }
    }
    return List.copyOf(bySignature.values());
  }

  /**
   * The facts of the shown trial, by their ids.
   *
   * @param decided ids of the decisive facts
   */
  private record TrialFacts(Map<String, Fact<?>> facts, Set<String> decided) {
    static TrialFacts of(Outcome outcome, Signatures signatures) {
      Optional<Observation> seen =
          outcome.observations().stream()
              .filter(o -> o.state() != outcome.state())
              .findFirst()
              .or(() -> outcome.observations().stream().findFirst());
      Map<String, Fact<?>> facts = new LinkedHashMap<>();
      seen.ifPresent(o -> o.facts().forEach(fact -> facts.put(fact.id(), fact)));
      return new TrialFacts(facts, seen.map(signatures::decidedBy).orElse(Set.of()));
    }

    Object value(String id) {
      return facts.get(id).value();
    }

    /** 0 for words. */
    double size(String id) {
      return value(id) instanceof Number number ? Math.abs(number.doubleValue()) : 0;
    }
  }

  private static Optional<Block> block(
      RunResult result, Outcome fault, Outcome control, Signatures signatures) {
    TrialFacts left = TrialFacts.of(fault, signatures);
    TrialFacts right = TrialFacts.of(control, signatures);
    List<List<Text>> rows =
        left.facts().keySet().stream()
            .filter(id -> right.facts().containsKey(id) && counts(id, left, right))
            .map(id -> row(id, left, right))
            .toList();
    Text caption =
        Text.strong(fault.signature())
            .and(" ")
            .and(Style.MUTED, "the counts of one trial, frames and files below");
    List<Text> header =
        List.of(
            Text.NONE,
            Text.of(Style.FAULT, "fault").and(" ").and(side(result.name(fault.point()))),
            Text.of(Style.CONTROL, "control").and(" ").and(side(result.name(control.point()))));
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(new Block.Table(Kind.COUNTS, caption, header, rows));
  }

  private static Text side(String name) {
    return Text.link(Style.POINT, name, "#" + HtmlRenderer.id("cell-" + name));
  }

  /** Numbers, and words that were decisive. */
  private static boolean counts(String id, TrialFacts left, TrialFacts right) {
    return left.value(id) instanceof Number && right.value(id) instanceof Number
        || left.decided().contains(id)
        || right.decided().contains(id);
  }

  private static List<Text> row(String id, TrialFacts left, TrialFacts right) {
    boolean fault = left.decided().contains(id);
    boolean control = right.decided().contains(id);
    Text name = Text.of(left.facts().get(id).name());
    if (fault || control) {
      String words = fault && control ? "decides" : fault ? "decides (fault)" : "decides (control)";
      name = name.and(" ").and(Style.DECIDES, words);
    }
    double max = Math.max(left.size(id), right.size(id));
    return List.of(
        name, value(Style.FAULT_BAR, left, id, max), value(Style.CONTROL_BAR, right, id, max));
  }

  /** Words have no bar. */
  private static Text value(Style bar, TrialFacts side, String id, double max) {
    if (side.value(id) instanceof Number number) {
      long percent = max == 0 ? 0 : Math.round(100 * side.size(id) / max);
      return Text.of(bar, String.valueOf(percent * 0.75))
          .and(Style.STRONG, Numbers.show(number.doubleValue()));
    }
    return Text.strong(String.valueOf(side.value(id)));
  }
}
