package dev.faultlab.report.diff;

import dev.faultlab.report.Numbers;
import dev.faultlab.report.diff.RunDiff.Change;
import dev.faultlab.report.diff.RunDiff.MetricChange;
import java.util.Locale;

/** The same words in every form of the comparison. */
final class DiffWords {
  private DiffWords() {}

  /** Metric and label. */
  static String name(MetricChange m) {
    return m.metric() + (m.label().isEmpty() ? "" : ", " + m.label());
  }

  /** One line on one metric. */
  static String metric(MetricChange m) {
    return m.cell()
        + ", "
        + name(m)
        + ": "
        + Numbers.show(m.before(), m.unit())
        + ", now "
        + Numbers.show(m.after(), m.unit())
        + ", "
        + ratio(m)
        + " ("
        + Numbers.p(m.p())
        + ")";
  }

  /** {@code 1.31x [1.2, 1.4]}, {@code ~}, or {@code ?} with too few trials. */
  static String ratio(MetricChange m) {
    return switch (m.change()) {
      case UNKNOWN -> "?";
      case SAME -> "~";
      default ->
          m.ratio()
              .map(
                  r ->
                      Numbers.show(r.median())
                          + "x ["
                          + Numbers.show(r.low())
                          + ", "
                          + Numbers.show(r.high())
                          + "]")
              .orElse(m.after().median() > m.before().median() ? "more" : "less");
    };
  }

  /** In capitals where somebody has to look. */
  static String change(Change change) {
    return change == Change.WORSE ? "WORSE" : change.name().toLowerCase(Locale.ROOT);
  }
}
