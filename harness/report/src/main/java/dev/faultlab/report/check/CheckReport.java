package dev.faultlab.report.check;

import dev.faultlab.check.ConditionSeen;
import dev.faultlab.check.SideSeen;
import dev.faultlab.check.TrialSeen;
import dev.faultlab.compare.Change;
import dev.faultlab.report.Tones;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.Document.Check;
import dev.faultlab.report.document.Document.Found;
import dev.faultlab.report.document.Document.Tone;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.JunitRenderer;
import dev.faultlab.report.document.Links;
import dev.faultlab.report.document.Text;
import dev.faultlab.servicecheck.CheckResult;
import dev.faultlab.servicecheck.CheckRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A check as a document: a row per condition, and every count behind it. */
public final class CheckReport {
  /** The page's name in the folder of a check. */
  public static final String PAGE = "check.html";

  private final CheckResult result;

  public CheckReport(CheckResult result) {
    this.result = result;
  }

  /** The whole report. */
  public Document document() {
    List<Block> blocks = new ArrayList<>(summary().blocks());
    result.rows().forEach(row -> blocks.add(condition(row)));
    blocks.add(Block.part("notes", "Changed for the check", Block.bullets(result.notes())));
    return new Document(head(), blocks, checks());
  }

  /** The table alone, for a terminal. */
  public Document summary() {
    List<String> head = new ArrayList<>(List.of("condition", "exposure", "canaries"));
    if (result.sides().size() == 1) {
      head.add("found");
    } else {
      head.addAll(List.of("from", "to", "change"));
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(Block.table(head, result.rows().stream().map(this::line).toList()));
    blocks.add(
        Block.bullets(
            result.rows().stream()
                .filter(row -> row.bearing() != Change.Bearing.FINE)
                .map(row -> row.seen().condition() + ": " + row.reason())
                .toList()));
    return new Document(head(), blocks);
  }

  /** Writes the rows as test cases. */
  public JunitRenderer junit() {
    return new JunitRenderer(
        new JunitRenderer.Suite(
            "check", "", Optional.empty(), Map.of("service", result.service())));
  }

  private Document.Head head() {
    return new Document.Head(
        "check",
        result.service() + ", " + result.versions(),
        Tones.tone(result.answer()),
        result.sides().size() > 1
            ? result.answer().words()
            : switch (result.answer()) {
              case NOTHING_WORSE -> "nothing found";
              case WORSE -> "faults found";
              case CANNOT_TELL -> result.answer().words();
            },
        "",
        List.of(),
        Text.NONE);
  }

  private List<Text> line(CheckRow row) {
    List<Text> cells = new ArrayList<>();
    cells.add(Text.of(row.seen().condition()));
    cells.add(Text.of(row.exercised()));
    cells.add(Text.of(row.canaries()));
    if (result.sides().size() > 1) {
      row.seen().sides().forEach(side -> cells.add(Text.of(side.words())));
      Text change = Text.badge(tone(row), row.verdict());
      cells.add(row.why().isEmpty() ? change : change.and(" (" + row.why() + ")"));
    } else {
      String counted = row.seen().sides().get(0).words();
      cells.add(Text.badge(tone(row), counted));
    }
    return cells;
  }

  private static Tone tone(CheckRow row) {
    boolean gone = row.change().filter(Change::improves).isPresent();
    return gone ? Tone.GOOD : Tones.tone(row.bearing());
  }

  private Block condition(CheckRow row) {
    ConditionSeen seen = row.seen();
    List<List<Text>> trials = new ArrayList<>();
    for (SideSeen side : seen.sides()) {
      int number = 1;
      for (TrialSeen trial : side.trials()) {
        trials.add(
            Block.row(
                side.side().words(),
                Integer.toString(number++),
                trial.finding().words() + " (" + trial.reason() + ")",
                trial.text(),
                trial.bad().text(),
                trial.good().text()));
      }
    }
    List<Block> blocks = new ArrayList<>();
    if (!seen.source().isEmpty()) {
      blocks.add(
          new Block.Paragraph(
              Block.Manner.BODY,
              Text.of("The network " + seen.what() + ". ")
                  .and(
                      Links.isWeb(seen.source())
                          ? Text.link(Text.Style.PLAIN, "Source", seen.source())
                          : Text.of(seen.source()))));
    }
    blocks.add(
        Block.table(
            List.of(
                "version", "trial", "found", "counted", "known-bad canary", "known-good canary"),
            trials));
    blocks.add(Block.paragraph(row.verdict() + ": " + row.reason()));
    return Block.part(HtmlRenderer.id(seen.condition()), seen.condition(), blocks);
  }

  private List<Check> checks() {
    return result.rows().stream()
        .map(
            row ->
                new Check(
                    "check." + result.service(),
                    row.seen().condition(),
                    0,
                    Map.of(),
                    new Found(junitTone(row), row.verdict(), row.reason(), row.reason())))
        .toList();
  }

  private static Tone junitTone(CheckRow row) {
    return switch (row.bearing()) {
      case WORSE -> Tone.BAD;
      case OPEN -> Tone.OPEN;
      case FINE, ACCEPTED, LEFT_OUT -> Tone.GOOD;
    };
  }
}
