package dev.faultlab.diff;

import dev.faultlab.diff.RunDiff.Change;
import dev.faultlab.diff.RunDiff.MetricChange;
import dev.faultlab.diff.RunDiff.SignatureChange;
import dev.faultlab.result.Numbers;
import java.util.Locale;

/** The same words in every form of the comparison. */
public final class DiffWords {
  private DiffWords() {}

  /** Metric and load. */
  public static String name(MetricChange m) {
    return m.metric() + (m.load().isEmpty() ? "" : ", " + m.load());
  }

  /** One line on one signature. */
  public static String signature(SignatureChange s) {
    String line = s.point() + ", " + s.signature() + ": ";
    return switch (s.change()) {
      case NEW -> line + s.after() + ", " + s.change().words();
      case CONTRADICTED -> line + s.before() + ", now " + s.after() + ", " + s.change().words();
      default ->
          line + s.before() + ", now " + s.after() + s.reason().map(why -> "; " + why).orElse("");
    };
  }

  /** One line on one metric. */
  public static String metric(MetricChange m) {
    return m.point()
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
  public static String ratio(MetricChange m) {
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

  /** The change in the column of a table; in brackets where it does not decide. */
  public static String change(MetricChange m) {
    if (m.change() == Change.SAME) {
      return "";
    }
    return m.decides()
        ? m.change().words()
        : "(" + m.change().words().toLowerCase(Locale.ROOT) + ")";
  }
}
