package dev.faultlab.report.picture;

import dev.faultlab.effect.Estimate;
import dev.faultlab.report.Figure;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A few figures of one kind as bars from zero, with their intervals. The first bar is the fault's,
 * the others are its controls'.
 *
 * @param title what is compared
 * @param note below the bars; with one the figures are large, for readers who have never seen a TCP
 *     window
 * @param bars at least two, in one unit
 */
record BarPicture(String title, String note, List<Bar> bars) {
  /** One bar. */
  record Bar(String label, Figure.Amount amount) {}

  String toSvg() {
    boolean large = !note.isEmpty();
    int width = large ? 440 : 400;
    int margin = large ? 20 : 16;
    int top = large ? 46 : 42;
    int row = large ? 92 : 44;
    int height = large ? 18 : 14;
    double barWidth = width - 2.0 * margin;
    Svg svg = new Svg(width, top + row * bars.size() + (large ? 30 : 4));
    svg.text(large ? "head" : "title", margin, large ? 32 : 26, "start", title);
    double longest = bars.stream().mapToDouble(b -> b.amount().estimate().high()).max().orElse(1);
    double scale = barWidth / (longest == 0 ? 1 : longest);
    for (int i = 0; i < bars.size(); i++) {
      Bar bar = bars.get(i);
      Estimate estimate = bar.amount().estimate();
      String side = i == 0 ? "fault" : "control";
      double y = top + row * (double) i;
      double at = y + (large ? 58 : 18);
      svg.text(large ? "label" : "muted", margin, y + (large ? 18 : 12), "start", bar.label());
      if (large) {
        svg.text("number " + side, margin, y + 48, "start", bar.amount().words());
      } else {
        svg.text("", width - margin, y + 12, "end", bar.amount().words());
      }
      svg.rectangle("track", margin, at, barWidth, height);
      svg.rectangle(side, margin, at, Math.max(large ? 2 : 1, scale * estimate.median()), height);
      if (estimate.high() > estimate.low()) {
        double left = margin + scale * estimate.low();
        double middle = at + height / 2.0;
        svg.line("whisker", left, middle, margin + scale * estimate.high(), middle);
      }
    }
    if (large) {
      svg.text("label", margin, top + row * (double) bars.size() + 14, "start", note);
    }
    return svg.drawn(words());
  }

  private String words() {
    return bars.stream()
        .map(bar -> bar.label() + ": " + bar.amount().words())
        .collect(Collectors.joining("; ", title + ": ", note.isEmpty() ? "" : ", " + note));
  }
}
