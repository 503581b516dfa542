package dev.faultlab.roll;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.joining;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.effect.Bound;
import dev.faultlab.report.Tones;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import dev.faultlab.seen.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A roll as a document: holds by directions. */
record RollReport(RollResult result) {
  static final String PAGE = "roll.html";

  Document document() {
    Document.Head head =
        Document.Head.of(
            "roll",
            result.title(),
            Tones.tone(result.answer()),
            switch (result.answer()) {
              case NOTHING_WORSE ->
                  result.rows().stream().anyMatch(RollRow::isOfNewVersion)
                      ? "nothing appeared in the mix, but the new version shows a fault alone"
                      : "nothing appeared";
              case WORSE -> "appeared in the mix";
              case CANNOT_TELL -> result.answer().words();
            },
            List.of(result.coverage()));
    List<Document.Check> checks = result.rows().stream().map(this::check).toList();
    Block picture = new RollPicture(result).drawn();
    List<String> notes = new ArrayList<>(result.sentences());
    int trials = result.asked().trials() - result.noise().size();
    boolean absent =
        result.rows().stream().anyMatch(r -> r.became().change() == Change.STILL_ABSENT);
    Stream<Bound> bounds = absent ? Stream.of(Bound.absent(trials, Optional.empty())) : Stream.of();
    notes.addAll(Bound.note(bounds, "in %1$d of %1$d", "trials"));
    return new Document(head, List.of(picture, table(), Block.bullets(notes)), checks);
  }

  private Document.Check check(RollRow row) {
    String why = row.became().reason();
    String type = row.became().change().words();
    Document.Result found = new Document.Result(Tones.tone(row.bearing()), type, why, why);
    return new Document.Check("roll." + result.asked().system(), result.name(row.at()), 0, found);
  }

  private Block table() {
    List<String> head = List.of("hold", "direction", "roll", "old to old", "new to new", "change");
    List<List<Text>> rows = new ArrayList<>();
    for (List<RollRow> all : result.places().values()) {
      List<RollRow> measures = all.stream().filter(r -> !isUsual(r)).toList();
      CountKey at = all.get(0).at();
      Text where = at.restart() ? Text.of(at.measure()) : direction(at.direction());
      List<Text> row = new ArrayList<>(List.of(Text.of(at.hold()), where));
      for (Pass pass : Pass.values()) {
        row.add(Text.of(measures.stream().map(r -> side(r, pass)).collect(joining("; "))));
      }
      row.add(change(measures));
      rows.add(row);
    }
    return Block.table(Block.Kind.VERDICTS, head, rows);
  }

  /** Wrong receipts of any kind but lost ones are rare: the table has them only where they are. */
  static boolean isUsual(RollRow row) {
    return row.became().change() == Change.STILL_ABSENT
        && Receipts.MEASURES.contains(row.at().measure())
        && !row.at().measure().equals(Receipts.LOST);
  }

  private Text direction(List<Age> ages) {
    Text words = ages.isEmpty() ? Text.of("all") : Text.NONE;
    for (int i = 0; i < ages.size(); i++) {
      Style style = ages.get(i) == Age.OLD ? Style.CONTROL : Style.FAULT;
      words = words.and((i == 0 ? "" : ", ") + result.directions().get(i) + " ");
      words = words.and(style, ages.get(i).word());
    }
    return words;
  }

  /** Trials that say the same are one; the end of a log is in the sentences below the table. */
  private static String side(RollRow row, Pass pass) {
    return row.seen().get(pass).stream()
        .map(RollReport::brief)
        .distinct()
        .collect(joining(" and ", row.at().restart() ? "" : row.at().measure() + " ", ""));
  }

  private static String brief(Count seen) {
    boolean isBrief = seen.reason().length() < 60 && seen.state() != State.NOT_EXERCISED;
    return isBrief ? seen.reason() : seen.state().words();
  }

  private static Text change(List<RollRow> measures) {
    List<Bearing> order = List.of(Bearing.WORSE, Bearing.OPEN, Bearing.FINE);
    RollRow first = Collections.min(measures, comparing(r -> order.indexOf(r.bearing())));
    return Text.badge(Tones.tone(first.bearing()), first.verdict());
  }
}
