package dev.faultlab.report.diff;

import static dev.faultlab.report.document.Block.row;

import dev.faultlab.compare.FigureChange;
import dev.faultlab.diff.RunDiff;
import dev.faultlab.diff.RunDiff.MetricChange;
import dev.faultlab.report.Tones;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import dev.faultlab.report.page.Charts;
import dev.faultlab.result.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What changed between two runs, as a document. */
public final class DiffReport {
  private DiffReport() {}

  /** The comparison with its conclusion. */
  public static Document of(RunDiff diff) {
    List<String> reasons =
        Stream.concat(
                diff.reasons().stream(),
                diff.context().reservations().stream()
                    .map(reservation -> "Not comparable, compared on demand: " + reservation))
            .toList();
    Document.Head head =
        new Document.Head(
            diff.runs().lab(),
            diff.runs().question(),
            Tones.tone(diff.verdict()),
            diff.verdict().words(),
            "",
            reasons,
            Text.lines(
                Text.of("A ").and(Style.CODE, diff.runs().a()),
                Text.of("B ").and(Style.CODE, diff.runs().b())));
    return new Document(
        head,
        List.of(
            Block.bullets(diff.context().notes().stream().map(note -> "Note: " + note).toList()),
            Block.part("signatures", "Signatures", signatures(diff)),
            Block.part("metrics", "Metrics, B over A", metrics(diff)),
            figures(
                "facts",
                "Facts",
                "The facts by which the signatures decided, over all trials of a point. A fact"
                    + " has changed if A and B differ by more than the trials of any single point"
                    + " do. This is not a verdict.",
                diff.facts()),
            figures(
                "captures",
                "Captures",
                "Over all trials of a point. They do not decide.",
                diff.captures()),
            Block.part(
                "provenance",
                "Conditions that differ",
                Block.table(
                    List.of("What", "A", "B"),
                    diff.context().conditions().stream()
                        .map(c -> row(c.name(), c.before(), c.after()))
                        .toList()))));
  }

  private static Block signatures(RunDiff diff) {
    return Block.table(
        List.of("Point", "Signature", "A", "B", "Change"),
        diff.signatures().stream()
            .map(
                s ->
                    List.of(
                        Text.of(s.point()),
                        Text.of(s.signature()),
                        Text.of(s.before()),
                        Text.of(s.after()),
                        Tones.badge(s.change(), s.change().bearing())))
            .toList());
  }

  private static List<Block> metrics(RunDiff diff) {
    Map<String, List<Charts.Row>> rows = new LinkedHashMap<>();
    Map<String, String> titles = new LinkedHashMap<>();
    for (MetricChange m : diff.metrics()) {
      Charts.ratio(
              m.point() + (m.load().isEmpty() ? "" : ", " + m.load()),
              m.decides() ? Tones.role(m.change()) : Charts.Role.MEASURED,
              m.effect().ratio())
          .ifPresent(
              row -> {
                titles.put(m.before().metric(), m.before().title());
                rows.computeIfAbsent(m.before().metric(), x -> new ArrayList<>()).add(row);
              });
    }
    List<Block> charts = new ArrayList<>();
    rows.forEach(
        (metric, of) ->
            charts.add(
                Charts.ratios(
                    metric, titles.get(metric), of.size() == 1 ? "" : of.size() + " points", of)));
    return List.of(
        Block.lead(
            "Ratio of the medians with its 95 % interval; ~ where the two cannot be told apart. A"
                + " change in brackets does not decide."),
        new Block.Grid(charts),
        Block.table(
            List.of("Point", "Metric", "A", "B", "B/A", "p", "Change"),
            diff.metrics().stream().map(DiffReport::metric).toList()));
  }

  private static List<Text> metric(MetricChange m) {
    List<Text> cells =
        new ArrayList<>(
            row(
                m.point(),
                m.name(),
                Numbers.show(m.before().estimate(), m.before().unit()),
                Numbers.show(m.after().estimate(), m.after().unit()),
                m.ratio(),
                Numbers.p(m.effect().p()).replaceFirst("p (= )?", "")));
    cells.add(
        m.decides() && !m.shown().isEmpty()
            ? Tones.badge(m.change(), m.change().bearing())
            : Text.of(m.shown()));
    return cells;
  }

  private static Block figures(String id, String title, String lead, List<FigureChange> figures) {
    List<String> head = List.of("Point", "Figure", "A", "B");
    List<List<Text>> changed = new ArrayList<>();
    List<List<Text>> same = new ArrayList<>();
    figures.forEach(
        c -> (c.changed() ? changed : same).add(row(c.point(), c.figure(), c.before(), c.after())));
    List<Block> blocks = new ArrayList<>(List.of(Block.lead(lead), Block.table(head, changed)));
    if (!same.isEmpty()) {
      blocks.add(Block.paragraph(same.size() + " figures are the same or overlap."));
      blocks.add(Block.details("Figures that are the same or overlap", Block.table(head, same)));
    }
    return Block.part(id, title, blocks);
  }
}
