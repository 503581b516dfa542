package dev.faultlab.servicecheck;

import static java.util.stream.Collectors.joining;

import dev.faultlab.check.ConditionResult;
import dev.faultlab.check.Side;
import dev.faultlab.check.SideResult;
import dev.faultlab.compare.Change;
import dev.faultlab.effect.Bound;
import dev.faultlab.report.ComparedRows;
import dev.faultlab.report.ComparedRows.Group;
import dev.faultlab.report.Tones;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.Document.Check;
import dev.faultlab.report.document.Document.Result;
import dev.faultlab.report.document.Document.Tone;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.JunitRenderer;
import dev.faultlab.report.document.Links;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.page.Charts;
import dev.faultlab.seen.CanaryResult;
import dev.faultlab.seen.ClientResult;
import dev.faultlab.seen.SentRequest;
import dev.faultlab.seen.State;
import dev.faultlab.seen.TrialOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A check as a document: a row per condition, and every count behind it. */
public record CheckReport(CheckResult result) {
  private static final String UNIT = "requests or connections, if they were independent";

  /** The page's name in the folder of a check. */
  public static final String PAGE = "check.html";

  /** The whole report; the counts of each trial are folded. */
  public Document document() {
    return new Document(head(), blocks(), checks());
  }

  public List<Block> blocks() {
    List<String> header = new ArrayList<>(List.of("condition", "exposure", "canaries"));
    header.addAll(result.sides().size() == 1 ? List.of("found") : List.of("from", "to", "change"));
    ComparedRows rows = new ComparedRows(header);
    result.rows().forEach(row -> rows.add(group(row), cells(row)));
    List<Block> blocks = new ArrayList<>(List.of(rows.table()));
    Stream<SideResult> sides = result.rows().stream().flatMap(row -> row.seen().sides().stream());
    Stream<Bound> bounds = sides.flatMap(side -> side.bound().stream());
    blocks.add(Block.bullets(Bound.note(bounds, "0/%1$d", UNIT)));
    blocks.add(
        Block.bullets(
            result.rows().stream()
                .filter(row -> row.bearing() != Change.Bearing.FINE)
                .map(row -> row.seen().condition() + ": " + row.reason())
                .toList()));
    result.rows().forEach(row -> row.fix().map(Block::paragraph).ifPresent(blocks::add));
    result.rows().forEach(row -> blocks.add(condition(row)));
    List<String> notes = result.notes();
    blocks.add(
        ComparedRows.fold("Changed for the check", notes.size(), List.of(Block.bullets(notes))));
    return blocks;
  }

  private static Group group(CheckRow row) {
    return Group.of(row.change().orElse(Change.STILL_ABSENT), row.bearing());
  }

  /** Writes the rows as test cases. */
  public JunitRenderer junit() {
    return new JunitRenderer("check", "", Optional.empty(), Map.of("service", result.service()));
  }

  private Document.Head head() {
    boolean comparesTwo = result.sides().size() > 1;
    boolean accepts = result.rows().stream().anyMatch(r -> r.bearing() == Change.Bearing.ACCEPTED);
    String fine = "nothing found" + (accepts ? " that is not accepted" : "");
    String judgement =
        switch (result.answer()) {
          case NOTHING_WORSE -> comparesTwo ? result.answer().words() : fine;
          case WORSE -> comparesTwo ? result.answer().words() : "faults found";
          case CANNOT_TELL -> result.answer().words();
        };
    return Document.Head.of(
        "check",
        result.service() + ", " + result.versions(),
        Tones.tone(result.answer()),
        judgement,
        comparesTwo ? List.of(result.sentence()) : List.of());
  }

  /** A version by what differs. */
  private String words(Side side) {
    List<Side> sides = result.sides();
    return sides.size() == 1
        ? side.words()
        : side.wordsApartFrom(side.equals(sides.get(0)) ? sides.get(1) : sides.get(0));
  }

  private List<Text> cells(CheckRow row) {
    List<Text> cells = new ArrayList<>();
    cells.add(Text.of(row.seen().condition()));
    cells.add(Text.of(row.exercised()));
    cells.add(Text.of(row.canaries()));
    if (result.sides().size() > 1) {
      row.seen().sides().forEach(side -> cells.add(side(side)));
      Text change = Text.badge(tone(row), row.verdict());
      cells.add(row.why().isEmpty() ? change : change.and(" (" + row.why() + ")"));
    } else {
      cells.add(Text.badge(tone(row), row.seen().sides().get(0).words()));
    }
    return cells;
  }

  private static Text side(SideResult side) {
    ClientResult total = side.overall();
    boolean present = total.state() == State.PRESENT;
    boolean sure = present || total.state() == State.ABSENT;
    double affected = present ? total.affected() : 0;
    return ComparedRows.side(
        affected, sure ? total.of() - affected : 0, Math.max(1, total.of()), Text.of(side.words()));
  }

  private static Tone tone(CheckRow row) {
    boolean improved = row.change().filter(Change::improves).isPresent();
    return improved ? Tone.GOOD : Tones.tone(row.bearing());
  }

  private Block condition(CheckRow row) {
    ConditionResult condition = row.seen();
    List<List<Text>> trials = new ArrayList<>();
    Map<String, List<SentRequest>> requests = new LinkedHashMap<>();
    for (SideResult side : condition.sides()) {
      side.trials().stream()
          .map(trial -> trial.measured().requests())
          .filter(sent -> !sent.isEmpty())
          .findFirst()
          .ifPresent(sent -> requests.put("Requests to " + words(side.side()), sent));
      int number = 1;
      for (TrialOutcome trial : side.trials()) {
        trials.add(
            Block.row(
                words(side.side()),
                Integer.toString(number++),
                trial.measured().brief() + " (" + trial.measured().reason() + ")",
                trial.measured().text(),
                trial.canaries().stream().map(CheckReport::canary).collect(joining("; "))));
      }
    }
    List<Block> blocks = new ArrayList<>();
    if (!condition.source().isEmpty()) {
      blocks.add(
          new Block.Paragraph(
              Block.ParagraphRole.BODY,
              Text.of("The network " + condition.what() + ". ")
                  .and(
                      Links.isWeb(condition.source())
                          ? Text.link(Text.Style.PLAIN, "Source", condition.source())
                          : Text.of(condition.source()))));
    }
    blocks.add(Block.table(List.of("version", "trial", "found", "counted", "canaries"), trials));
    String id = "asked-" + HtmlRenderer.id(condition.condition());
    blocks.add(new Block.Grid(Charts.requests(id, requests)));
    blocks.add(Block.paragraph(row.verdict() + ": " + row.reason()));
    String heading = "Trials of " + condition.condition();
    return Block.fold(HtmlRenderer.id(condition.condition()), heading, false, blocks);
  }

  private static String canary(CanaryResult canary) {
    return canary.agrees()
        ? "%s: %s".formatted(canary.what(), canary.seen().brief())
        : canary.toString();
  }

  public List<Check> checks() {
    return result.rows().stream()
        .map(
            row ->
                new Check(
                    "check." + result.service(),
                    row.seen().condition(),
                    0,
                    new Result(
                        Tones.tone(row.bearing()),
                        row.verdict(),
                        row.reason(),
                        row.reason() + row.fix().map("\n"::concat).orElse(""))))
        .toList();
  }
}
