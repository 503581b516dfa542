package dev.faultlab.roll;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.picture.Svg;
import dev.faultlab.roll.RollQuestion.Hold;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Holds by directions: what the roll counted in each, without its controls. */
record RollPicture(RollResult result) {
  private static final int LEFT = 150;
  private static final int LINE = 18;
  private static final int COLUMN = 178;

  Block.Picture drawn() {
    RollQuestion asked = result.asked();
    List<List<Age>> columns = new ArrayList<>(asked.directions(List.of(Age.values())));
    if (!result.directions().isEmpty()) {
      columns.add(List.of());
    }
    Map<CountKey, List<RollRow>> places =
        result.rows().stream()
            .collect(groupingBy(r -> new CountKey(r.at().hold(), r.at().direction(), "")));
    int maxRows = places.values().stream().mapToInt(rows -> shown(rows).size()).max().orElse(1);
    int rowHeight = LINE * Math.max(2, maxRows) + 16;
    int top = 52 + LINE * Math.max(1, result.directions().size());
    int height = top + rowHeight * asked.holds().size() + 12;
    int width = Math.max(620, LEFT + COLUMN * columns.size() + 8);
    Svg svg = new Svg(width, height);
    svg.text("head", 16, 30, "start", result.title());
    svg.text(
        "muted", width - 16.0, 30, "end", "what the roll counted; bold: a fault, red: appeared");
    for (int i = 0; i < columns.size(); i++) {
      List<Age> ages = columns.get(i);
      for (int part = 0; part < ages.size(); part++) {
        String words = result.directions().get(part) + " " + ages.get(part).word();
        svg.text(kind(ages.get(part)), LEFT + COLUMN * i + 8, 54 + LINE * part, "start", words);
      }
    }
    svg.text("muted", LEFT + COLUMN * (columns.size() - 1.0) + 8, 54, "start", "all nodes");
    double y = top;
    for (Hold hold : asked.holds()) {
      svg.text("title", 16, y + 18, "start", hold.name());
      for (int node = 0; node < asked.nodes(); node++) {
        Age age = node < hold.newNodes() ? Age.NEW : Age.OLD;
        svg.rectangle(kind(age), 16 + 18.0 * node, y + 26, 14, 10);
      }
      for (int i = 0; i < columns.size(); i++) {
        CountKey at = new CountKey(hold.name(), columns.get(i), "");
        if (places.containsKey(at)) {
          cell(svg, LEFT + COLUMN * i, y, rowHeight - 6.0, shown(places.get(at)));
        }
      }
      y += rowHeight;
    }
    String label = result.title() + ": holds by directions; the table below has the same counts";
    return new Block.Picture(svg.drawn(label), label);
  }

  private static String kind(Age age) {
    return age == Age.OLD ? "control" : "fault";
  }

  /** Those that the roll reached, without what is as usual. */
  private static List<RollRow> shown(List<RollRow> rows) {
    return rows.stream()
        .filter(row -> !RollReport.isUsual(row) && !rollText(row).equals("not reached"))
        .toList();
  }

  private static void cell(Svg svg, double x, double y, double rowHeight, List<RollRow> rows) {
    boolean isWorse = rows.stream().anyMatch(row -> row.bearing() == Bearing.WORSE);
    boolean isOpen = rows.isEmpty() || rows.stream().anyMatch(row -> row.bearing() == Bearing.OPEN);
    svg.rectangle(isWorse ? "bad" : isOpen ? "track" : "card", x, y, COLUMN - 8.0, rowHeight);
    for (int i = 0; i < rows.size(); i++) {
      RollRow row = rows.get(i);
      boolean isShown = row.seen().get(Pass.OLD_TO_NEW).stream().anyMatch(Count::present);
      String kind = isShown ? "title" : "muted";
      svg.text(kind, x + 8, y + 20 + LINE * i, "start", row.at().measure() + " " + rollText(row));
    }
    svg.text("muted", x + 8, y + 20, "start", rows.isEmpty() ? "not reached" : "");
  }

  private static String rollText(RollRow row) {
    return row.seen().get(Pass.OLD_TO_NEW).stream()
        .map(seen -> counts(row.at().measure(), seen))
        .distinct()
        .collect(joining(" and "));
  }

  /** Operations and members that succeeded, receipts that are wrong. */
  private static String counts(String measure, Count seen) {
    boolean isReceipt = Receipts.MEASURES.contains(measure);
    long count = isReceipt ? seen.affected() : seen.of() - seen.affected();
    String open = seen.equals(RollRow.NOT_REACHED) ? seen.reason() : seen.state().words();
    return seen.decided() ? count + " of " + seen.of() : open;
  }
}
