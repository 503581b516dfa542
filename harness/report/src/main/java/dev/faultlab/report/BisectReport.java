package dev.faultlab.report;

import dev.faultlab.bisect.BisectResult;
import dev.faultlab.bisect.Bisection;
import dev.faultlab.bisect.Probe;
import dev.faultlab.bisect.Search.Step;
import dev.faultlab.point.Value;
import dev.faultlab.text.Escape;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A bisection as Markdown, to be pasted into an issue. */
public final class BisectReport {
  private final BisectResult result;
  private final Map<Value, String> notes;

  /**
   * @param notes version to the address of its release notes
   */
  public BisectReport(BisectResult result, Map<Value, String> notes) {
    this.result = result;
    this.notes = notes;
  }

  /** The whole text. */
  public String text() {
    Bisection question = result.question();
    List<Value> versions = question.versions();
    StringBuilder text = new StringBuilder();
    text.append("## ").append(Escape.markdown(question.signature())).append(" in lab ");
    text.append(Escape.markdown(question.lab() + ", along " + question.axis())).append("\n\n");
    text.append("**").append(Escape.markdown(result.sentence())).append("**\n\n");
    MarkdownTable table =
        new MarkdownTable(question.axis(), "state", "trials", "reason", "evidence");
    result.probes().stream()
        .sorted(Comparator.comparing((Probe p) -> versions.indexOf(p.version())))
        .forEach(
            p ->
                table.row(
                    Escape.markdown(p.version().toString()),
                    p.state().name().toLowerCase(Locale.ROOT),
                    Escape.markdown(p.seen()),
                    Escape.markdown(p.reason().lines().findFirst().orElse("")),
                    p.run().isEmpty()
                        ? "-"
                        : MarkdownTable.code(
                            "results/" + question.lab() + "/" + p.run() + "/report.html")));
    text.append(table.render()).append('\n');
    text.append("Looked at ").append(result.probes().size()).append(" of ");
    text.append(versions.size()).append(" versions: ");
    text.append(
        Escape.markdown(String.join(", ", versions.stream().map(Value::toString).toList())));
    text.append(". That it changes once between them is taken for granted.\n");
    address(question).ifPresent(at -> text.append("Release notes: ").append(at).append('\n'));
    text.append("\nTo see it again");
    text.append(
        question.program().isEmpty()
            ? ""
            : " (faultlab at " + Escape.markdown(question.program()) + ")");
    return text.append(":\n\n    ").append(Escape.line(command(question))).append('\n').toString();
  }

  private Optional<String> address(Bisection question) {
    return result.next() instanceof Step.Found found
        ? Optional.ofNullable(notes.get(question.versions().get(found.first())))
        : Optional.empty();
  }

  private static String command(Bisection question) {
    List<Value> versions = question.versions();
    return "./faultlab bisect "
        + question.lab()
        + " --signature "
        + question.signature()
        + " --variant "
        + question.variant()
        + " --from "
        + question.axis()
        + "="
        + versions.get(0)
        + " --to "
        + question.axis()
        + "="
        + versions.get(versions.size() - 1)
        + (question.findFix() ? " --find-fix" : "")
        + " --trials "
        + question.trials()
        + " --versions "
        + versions.stream().map(Value::toString).collect(Collectors.joining(","));
  }
}
