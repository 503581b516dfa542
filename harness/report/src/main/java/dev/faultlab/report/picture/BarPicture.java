package dev.faultlab.report.picture;

import dev.faultlab.effect.Estimate;
import dev.faultlab.report.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A few figures of one kind as bars from zero, with their intervals. The first bar is the fault's,
 * the others are its controls'.
 *
 * @param title what is compared
 * @param bars at least two, in one unit
 */
record BarPicture(String title, List<Bar> bars) {
  private static final int WIDTH = 400;
  private static final int MARGIN = 16;
  private static final int TOP = 42;
  private static final int ROW = 44;
  private static final int HIGH = 14;

  /** One bar. */
  record Bar(String label, Figure.Amount amount) {}

  String drawn() {
    Svg svg = new Svg(WIDTH, TOP + ROW * bars.size() + 4);
    svg.text("title", MARGIN, 26, "start", title);
    double longest = bars.stream().mapToDouble(b -> b.amount().estimate().high()).max().orElse(1);
    double scale = (WIDTH - 2.0 * MARGIN) / (longest == 0 ? 1 : longest);
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      Estimate estimate = bar.amount().estimate();
      double y = TOP + ROW * (double) i;
      svg.text("muted", MARGIN, y + 12, "start", bar.label());
      svg.text("", WIDTH - MARGIN, y + 12, "end", bar.amount().words());
      svg.rectangle("track", MARGIN, y + 18, WIDTH - 2.0 * MARGIN, HIGH);
      svg.rectangle(
          i == 0 ? "fault" : "control",
          MARGIN,
          y + 18,
          Math.max(1, scale * estimate.median()),
          HIGH);
      if (estimate.high() > estimate.low()) {
        double middle = y + 18 + HIGH / 2.0;
        svg.line(
            "whisker",
            MARGIN + scale * estimate.low(),
            middle,
            MARGIN + scale * estimate.high(),
            middle);
      }
    }
    return svg.drawn(words());
  }

  private String words() {
    List<String> words = new ArrayList<>();
    bars.forEach(bar -> words.add(bar.label() + ": " + bar.amount().words()));
    return title + ": " + words.stream().collect(Collectors.joining("; "));
  }
}
