package dev.faultlab.report;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Text;
import dev.faultlab.report.document.Text.Style;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The rows of any comparison in the order in which a reader needs them, with what explains them.
 */
public final class ComparedRows {
  /** A full bar, in percent of its cell. */
  private static final double FULL_BAR_PERCENT = 99;

  /** Rows with the same result, in the order in which the page shows them. */
  public enum Group {
    WORSE("Got worse"),
    GONE("Gone"),
    OPEN("Inconclusive"),
    ACCEPTED("Worse, and accepted"),
    REASON("The same, for another reason"),
    BOTH("You have it today, on both sides"),
    NEITHER("On neither side"),
    LEFT_OUT("Not applicable");

    private final String heading;

    Group(String heading) {
      this.heading = heading;
    }

    public static Group of(Change change, Bearing bearing) {
      return switch (bearing) {
        case WORSE -> WORSE;
        case OPEN -> OPEN;
        case ACCEPTED -> ACCEPTED;
        case LEFT_OUT -> LEFT_OUT;
        case FINE ->
            switch (change) {
              case GONE -> GONE;
              case STILL_THERE -> BOTH;
              case STILL_ABSENT -> NEITHER;
              default -> REASON;
            };
      };
    }
  }

  private final List<String> header;
  private final Map<Group, List<List<Text>>> rows = new EnumMap<>(Group.class);
  private final Map<Group, List<Block>> explained = new EnumMap<>(Group.class);

  public ComparedRows(List<String> header) {
    this.header = header;
  }

  public void add(Group group, List<Text> row) {
    rows.computeIfAbsent(group, g -> new ArrayList<>()).add(row);
  }

  /** Below the rows of that group. */
  public void explain(Group group, Block block) {
    explained.computeIfAbsent(group, g -> new ArrayList<>()).add(block);
  }

  /** All rows in one table. */
  public Block table() {
    return table(rows.values().stream().flatMap(List::stream).toList());
  }

  private Block table(List<List<Text>> rows) {
    return Block.table(Block.Kind.VERDICTS, header, rows);
  }

  /**
   * One part per group that has something. The page shows what both sides have; a terminal has no
   * room for it.
   *
   * @param folded those on neither side, or the others
   */
  public List<Block> parts(boolean folded) {
    List<Block> parts = new ArrayList<>();
    for (Group group : Group.values()) {
      List<List<Text>> ofGroup = rows.getOrDefault(group, List.of());
      List<Block> blocks = new ArrayList<>(List.of(table(ofGroup)));
      blocks.addAll(explained.getOrDefault(group, List.of()));
      String id = group.name().toLowerCase(Locale.ROOT);
      boolean open = group.compareTo(Group.BOTH) < 0;
      if (folded == (group.compareTo(Group.BOTH) > 0)) {
        parts.add(
            folded
                ? fold(group.heading, ofGroup.size(), blocks)
                : new Block.Section(Block.Frame.PART, id, Text.of(group.heading), open, blocks));
      }
    }
    return parts;
  }

  /** A folded part whose heading counts what is in it. */
  public static Block fold(String heading, int count, List<Block> blocks) {
    return Block.fold("", heading + " (" + count + ")", false, blocks);
  }

  /** A side: how many show the fault and how many do not, as bars and in words. */
  public static Text side(double present, double absent, double all, Text words) {
    return bar(Style.FAULT_BAR, present / all).and(bar(Style.CONTROL_BAR, absent / all)).and(words);
  }

  private static Text bar(Style style, double share) {
    return share > 0 ? Text.of(style, String.valueOf(share * FULL_BAR_PERCENT)) : Text.NONE;
  }
}
