package dev.faultlab.bisect;

import dev.faultlab.bisect.Search.Step;
import dev.faultlab.point.Value;
import dev.faultlab.report.ComparedRows;
import dev.faultlab.report.Reports;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import dev.faultlab.seen.State;
import dev.faultlab.upgrade.page.Pages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A bisection as a document, ready to paste into an issue.
 *
 * @param notes version to the address of its release notes
 */
public record BisectReport(BisectResult result, Map<Value, String> notes) {
  /** The page's name in the folder of a bisection. */
  public static final String PAGE = "bisect.html";

  /** The whole report. */
  public Document document() {
    Bisection question = result.question();
    List<Value> versions = question.versions();
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        Block.table(
            Block.Kind.VERDICTS,
            List.of(question.axis(), "state", "trials", "reason", "evidence"),
            result.probes().stream()
                .sorted(Comparator.comparing((Probe p) -> versions.indexOf(p.version())))
                .map(p -> row(question.lab(), p))
                .toList()));
    String format =
        "Looked at %d of %d versions: %s. It is assumed that it changes only once between them.";
    blocks.add(
        Block.paragraph(
            format.formatted(result.probes().size(), versions.size(), words(versions, ", "))));
    address(question)
        .map(at -> Text.of("Release notes: ").and(Text.link(Style.PLAIN, at, at)))
        .ifPresent(text -> blocks.add(new Block.Paragraph(Block.ParagraphRole.BODY, text)));
    blocks.add(Block.paragraph("To reproduce it (faultlab at " + question.program() + "):"));
    blocks.add(new Block.Code(command(question)));
    boolean found = result.next() instanceof Step.Found;
    String title = question.signature() + " in lab " + question.lab();
    Document.Head head =
        Document.Head.of(
            "bisect",
            title + ", along " + question.axis(),
            found ? Document.Tone.FOUND : Document.Tone.OPEN,
            found ? "found" : "inconclusive",
            List.of(result.sentence()));
    return new Document(head, blocks);
  }

  private static List<Text> row(String lab, Probe probe) {
    int present = probe.state() == State.PRESENT ? 1 : 0;
    int absent = probe.state() == State.ABSENT ? 1 : 0;
    String run = "results/" + lab + "/" + probe.run() + "/" + Reports.PAGE;
    return List.of(
        Text.of(probe.version().toString()),
        ComparedRows.side(present, absent, 1, Text.of(probe.state().words())),
        Text.of(probe.seen()),
        Text.of(probe.reason().lines().findFirst().orElse("")),
        probe.run().isEmpty()
            ? Text.of("-")
            : Text.link(Style.CODE, run, Pages.UPGRADE.run(lab, probe.run())));
  }

  private Optional<String> address(Bisection question) {
    return result.next() instanceof Step.Found found
        ? Optional.ofNullable(notes.get(question.versions().get(found.first())))
        : Optional.empty();
  }

  private static String words(List<Value> versions, String between) {
    return versions.stream().map(Value::toString).collect(Collectors.joining(between));
  }

  private static String command(Bisection question) {
    List<Value> versions = question.versions();
    String what =
        "./faultlab bisect %s --signature %s --variant %s"
            .formatted(question.lab(), question.signature(), question.variant());
    String ends =
        " --from %1$s=%2$s --to %1$s=%3$s"
            .formatted(question.axis(), versions.get(0), versions.get(versions.size() - 1));
    String each = " --trials " + question.trials() + " --versions " + words(versions, ",");
    return what + ends + (question.findFix() ? " --find-fix" : "") + each;
  }
}
