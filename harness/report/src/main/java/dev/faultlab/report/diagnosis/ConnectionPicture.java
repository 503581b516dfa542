package dev.faultlab.report.diagnosis;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.State;
import dev.faultlab.capture.ledger.ConnectionLedger;
import dev.faultlab.capture.ledger.Destination;
import dev.faultlab.report.picture.Svg;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The destinations with most trouble over time, as an SVG: attempts, and below them ends. What
 * works goes up from the line; trouble goes down and has a letter.
 */
public final class ConnectionPicture {
  private static final int MAX_DESTINATIONS = 8;
  private static final int COLUMNS = 100;
  private static final int WIDTH = 960;
  private static final int LEFT = 96;
  private static final int TOP = 88;
  private static final int ROW = 136;
  private static final double COLUMN_WIDTH = (WIDTH - LEFT - 20.0) / COLUMNS;
  private static final String KEY =
      "up: answered, closed; down: U unanswered, R refused, I refused by ICMP, L answered late,"
          + " S silent, X reset";
  private static final Map<State, String> LETTERS =
      Map.of(State.UNANSWERED, "U", State.REFUSED, "R", State.UNREACHABLE, "I");
  private static final Map<State, String> ENDS =
      Map.of(State.SILENT, "S", State.RESET, "X", State.CLOSED, "");

  private final long[] healthy = new long[COLUMNS];
  private final long[] failures = new long[COLUMNS];
  private final String[] letters = new String[COLUMNS];
  private final LongSummaryStatistics time;

  private ConnectionPicture(LongSummaryStatistics time) {
    this.time = time;
    Arrays.fill(letters, "");
  }

  /** The whole drawing; of many connections to a destination, an even sample. */
  public static String of(ConnectionLedger ledger) {
    List<Destination> shown = ConnectionTable.worst(ledger, MAX_DESTINATIONS);
    LongSummaryStatistics time =
        shown.stream()
            .flatMap(Destination::connections)
            .flatMapToLong(each -> LongStream.of(each.opening().nanos(), each.ending().lastNanos()))
            .summaryStatistics();
    double seconds = time.getCount() == 0 ? 0 : (time.getMax() - time.getMin()) / 1e9;
    String title =
        "%d of %d destinations, those with most trouble, over %.1f s"
            .formatted(shown.size(), ledger.destinations().size(), seconds);
    Svg svg = new Svg(WIDTH, TOP + ROW * shown.size());
    svg.text("head", 20, 32, "start", title).text("muted", 20, 54, "start", KEY);
    List<String> words = new ArrayList<>();
    for (Destination each : shown) {
      double y = TOP + ROW * (double) words.size();
      String name = ConnectionTable.title(each);
      svg.text("title", 20, y, "start", name).text("muted", WIDTH - 20.0, y, "end", counts(each));
      words.add(name + ": " + counts(each));
      ConnectionPicture tries = new ConnectionPicture(time);
      ConnectionPicture ends = new ConnectionPicture(time);
      each.sample().forEach(one -> add(one, tries, ends));
      tries.draw("attempts", y + 32, svg);
      ends.draw("ends", y + 86, svg);
    }
    return svg.drawn(title + ": " + String.join("; ", words));
  }

  private static String counts(Destination dest) {
    String fates =
        Stream.of(State.values())
            .filter(each -> dest.count(each) > 0)
            .map(each -> dest.count(each) + " " + ConnectionTable.word(each))
            .collect(Collectors.joining(", "));
    String late = dest.lateCount() > 0 ? ", " + dest.lateCount() + " late" : "";
    return fates
        + late
        + (dest.isWhole() ? "" : "; drawn: " + dest.sample().count() + " of " + dest.count());
  }

  private static void add(TcpConnection one, ConnectionPicture tries, ConnectionPicture ends) {
    if (one.syns() > 0) {
      tries.add(one.opening().nanos(), LETTERS.getOrDefault(one.state(), one.isLate() ? "L" : ""));
    }
    if (ENDS.containsKey(one.state())) {
      ends.add(one.ending().lastNanos(), ENDS.get(one.state()));
    }
  }

  private void add(long nanos, String letter) {
    double share = (nanos - time.getMin()) / (time.getMax() - time.getMin() + 1.0);
    int column = Math.min(COLUMNS - 1, (int) (share * COLUMNS));
    (letter.isEmpty() ? healthy : failures)[column]++;
    letters[column] = letters[column].contains(letter) ? letters[column] : letter;
  }

  private void draw(String name, double y, Svg svg) {
    long max = LongStream.concat(LongStream.of(healthy), LongStream.of(failures)).max().orElse(0);
    svg.text("muted", LEFT - 8.0, y + 4, "end", name).line("whisker", LEFT, y, WIDTH - 20.0, y);
    svg.text("muted", LEFT - 8.0, y + 18, "end", "most " + max);
    for (int i = 0; i < COLUMNS; i++) {
      double x = LEFT + i * COLUMN_WIDTH;
      double up = barHeight(healthy[i], max);
      double down = barHeight(failures[i], max);
      if (up > 0) {
        svg.rectangle("control", x, y - up, COLUMN_WIDTH - 2, up);
      }
      if (down > 0) {
        svg.rectangle("fault", x, y, COLUMN_WIDTH - 2, down);
        svg.text("fault", x + COLUMN_WIDTH / 2 - 1, y + down + 12, "middle", letters[i]);
      }
    }
  }

  private static double barHeight(long count, long max) {
    return count == 0 ? 0 : 4 + 14.0 * count / max;
  }
}
