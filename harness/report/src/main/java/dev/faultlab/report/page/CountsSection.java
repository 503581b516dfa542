package dev.faultlab.report.page;

import dev.faultlab.fact.Fact;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.signature.Observation;
import dev.faultlab.signature.Signatures;
import dev.faultlab.verdict.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The counts that a signature decides by, fault and control side by side, as bars, with those
 * marked that the answer turned on. One block per signature, from the first fault and control that
 * agree on every axis.
 */
final class CountsSection {
  private CountsSection() {}

  /** Blocks of the section "In one picture"; empty where no signature was seen on both sides. */
  static String blocks(RunResult result, Signatures signatures) {
    Map<String, String> bySignature = new LinkedHashMap<>();
    for (Outcome fault : result.outcomes()) {
      if (!bySignature.containsKey(fault.signature())) {
        result.outcomes().stream()
            .filter(control -> Sides.of(fault, control))
            .findFirst()
            .flatMap(
                control ->
                    block(
                        result,
                        fault,
                        Shown.of(fault, signatures),
                        control,
                        Shown.of(control, signatures)))
            .ifPresent(markup -> bySignature.put(fault.signature(), markup));
      }
    }
    return String.join("", bySignature.values());
  }

  /**
   * The facts of the trial that is shown, by their ids.
   *
   * @param decided ids of those that its answer turned on
   */
  private record Shown(Map<String, Fact<?>> facts, Set<String> decided) {
    static Shown of(Outcome outcome, Signatures signatures) {
      Optional<Observation> seen =
          outcome.observations().stream()
              .filter(o -> o.state() != outcome.state())
              .findFirst()
              .or(() -> outcome.observations().stream().findFirst());
      Map<String, Fact<?>> facts = new LinkedHashMap<>();
      seen.ifPresent(o -> o.facts().forEach(fact -> facts.put(fact.id(), fact)));
      return new Shown(facts, seen.map(signatures::decidedBy).orElse(Set.of()));
    }

    Object value(String id) {
      return facts.get(id).value();
    }

    /** 0 for words. */
    double size(String id) {
      return value(id) instanceof Number number ? Math.abs(number.doubleValue()) : 0;
    }
  }

  private static Optional<String> block(
      RunResult result, Outcome fault, Shown left, Outcome control, Shown right) {
    List<String> shown =
        left.facts().keySet().stream()
            .filter(id -> right.facts().containsKey(id) && counts(id, left, right))
            .toList();
    if (shown.isEmpty()) {
      return Optional.empty();
    }
    Html html = new Html();
    html.raw("<figure class=\"counts\"><figcaption>").element("strong", fault.signature());
    html.raw(" <span class=\"muted\">the counts of one trial, frames and files below</span>");
    html.raw("</figcaption><table class=\"small\"><thead><tr><th>");
    side(html, "fault", result.name(fault.point()));
    side(html, "control", result.name(control.point()));
    html.raw("</thead><tbody>");
    for (String id : shown) {
      row(html, id, left, right);
    }
    return Optional.of(html.raw("</tbody></table></figure>").toString());
  }

  /** Numbers, and words where an answer turned on them. */
  private static boolean counts(String id, Shown left, Shown right) {
    return left.value(id) instanceof Number && right.value(id) instanceof Number
        || left.decided().contains(id)
        || right.decided().contains(id);
  }

  private static void row(Html html, String id, Shown left, Shown right) {
    boolean fault = left.decided().contains(id);
    boolean control = right.decided().contains(id);
    html.raw(fault || control ? "<tr class=\"decides\">" : "<tr>");
    html.raw("<th scope=\"row\">").text(left.facts().get(id).name());
    if (fault || control) {
      html.decides(fault && control ? "decides" : fault ? "decides (fault)" : "decides (control)");
    }
    html.raw("</th>");
    double most = Math.max(left.size(id), right.size(id));
    value(html, "fault", left, id, most);
    value(html, "control", right, id, most);
  }

  private static void side(Html html, String what, String name) {
    html.raw("<th><span class=\"tag " + what + "\">" + what + "</span> <a href=\"#");
    html.raw(Html.id("cell-" + name) + "\">").name(name);
    html.raw("</a>");
  }

  /** Words have no bar. */
  private static void value(Html html, String what, Shown side, String id, double most) {
    if (side.value(id) instanceof Number number) {
      long percent = most == 0 ? 0 : Math.round(100 * side.size(id) / most);
      html.raw("<td><div class=\"bar " + what + "\"");
      html.raw(" style=\"width:" + percent * 0.75 + "%\"></div>");
      html.element("b", Numbers.show(number.doubleValue()));
    } else {
      html.raw("<td class=\"words\">").element("b", String.valueOf(side.value(id)));
    }
  }
}
