package dev.faultlab.report.page;

import dev.faultlab.fact.Fact;
import dev.faultlab.report.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.signature.Observation;
import dev.faultlab.verdict.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The counts that a signature decides by, fault and control side by side, as bars. One block per
 * signature, from the first fault and control that agree on every axis.
 */
final class CountsSection {
  private CountsSection() {}

  /** Blocks of the section "In one picture"; empty where no signature was seen on both sides. */
  static String blocks(RunResult result) {
    Map<String, String> bySignature = new LinkedHashMap<>();
    for (Outcome fault : result.outcomes()) {
      if (!bySignature.containsKey(fault.signature())) {
        result.outcomes().stream()
            .filter(control -> Sides.of(fault, control))
            .findFirst()
            .flatMap(control -> block(result, fault, control))
            .ifPresent(markup -> bySignature.put(fault.signature(), markup));
      }
    }
    return String.join("", bySignature.values());
  }

  private static Optional<String> block(RunResult result, Outcome fault, Outcome control) {
    Map<String, Fact<?>> left = numbers(fault);
    Map<String, Fact<?>> right = numbers(control);
    List<String> shown = left.keySet().stream().filter(right::containsKey).toList();
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
      double one = number(left.get(id));
      double other = number(right.get(id));
      double most = Math.max(Math.abs(one), Math.abs(other));
      html.raw("<tr>").element("th", left.get(id).name());
      bar(html, "fault", one, most);
      bar(html, "control", other, most);
    }
    return Optional.of(html.raw("</tbody></table></figure>").toString());
  }

  private static void side(Html html, String what, String name) {
    html.raw("<th><span class=\"tag " + what + "\">" + what + "</span> <a href=\"#");
    html.raw(Html.id("cell-" + name) + "\">").name(name);
    html.raw("</a>");
  }

  private static void bar(Html html, String what, double value, double most) {
    long percent = most == 0 ? 0 : Math.round(100 * Math.abs(value) / most);
    html.raw("<td><div class=\"bar " + what + "\" style=\"width:" + percent * 0.75 + "%\"></div>");
    html.element("b", Numbers.show(value));
  }

  private static double number(Fact<?> fact) {
    return ((Number) fact.value()).doubleValue();
  }

  /** The numeric facts of the trial that is shown, by their ids. */
  private static Map<String, Fact<?>> numbers(Outcome outcome) {
    Map<String, Fact<?>> numbers = new LinkedHashMap<>();
    Optional<Observation> seen =
        outcome.observations().stream()
            .filter(o -> o.state() != outcome.state())
            .findFirst()
            .or(() -> outcome.observations().stream().findFirst());
    seen.ifPresent(
        o -> {
          for (Fact<?> fact : o.facts()) {
            if (fact.value() instanceof Number) {
              numbers.put(fact.id(), fact);
            }
          }
        });
    return numbers;
  }
}
