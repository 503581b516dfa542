package dev.faultlab.report.upgrade;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.MetricComparison;
import dev.faultlab.effect.Estimate;
import dev.faultlab.point.Point;
import dev.faultlab.result.Axes;
import dev.faultlab.result.Numbers;
import dev.faultlab.upgrade.MetricRow;
import dev.faultlab.upgrade.MetricRow.MetricChange;
import dev.faultlab.upgrade.Upgrade;
import dev.faultlab.upgrade.UpgradeResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The table of an upgrade's metrics, the same in every format. */
public final class UpgradeMetrics {
  private final UpgradeResult result;

  public UpgradeMetrics(UpgradeResult result) {
    this.result = result;
  }

  /**
   * Metrics: lab, variant, metric, before, after, ratio, noise and change.
   *
   * @param all those within noise as well
   */
  public List<List<String>> rows(boolean all) {
    List<List<String>> rows = new ArrayList<>();
    result
        .costs()
        .forEach(
            cost -> {
              for (int candidate = 0; candidate < cost.candidates().size(); candidate++) {
                String to = Upgrade.words(result.upgrade().to().get(candidate));
                cost.candidates()
                    .get(candidate)
                    .filter(shift -> all || shift.direction() != Change.SAME)
                    .ifPresent(shift -> rows.add(row(cost, shift, to)));
              }
            });
    return rows;
  }

  /** The heads of {@link #rows}. */
  public static List<String> head() {
    return List.of("lab", "variant", "metric", "to", "before", "after", "ratio", "noise", "change");
  }

  private static List<String> row(MetricRow cost, MetricChange shift, String to) {
    return List.of(
        cost.lab(),
        new Point(cost.variant(), cost.at()).words(),
        cost.metric() + Axes.suffix(cost.within()),
        to,
        estimate(cost.before(), cost.unit()),
        estimate(shift.after(), cost.unit()),
        MetricComparison.ratio(shift.direction(), shift.ratio())
            + shift.p().map(p -> " (" + Numbers.p(p) + ")").orElse(""),
        shift.noise().map(n -> Numbers.show(n) + "x").orElse("-"),
        shift.direction().words(shift.bearing())
            + (shift.bearing() == Bearing.OPEN ? ": " + shift.reason() : ""));
  }

  private static String estimate(Optional<Estimate> estimate, String unit) {
    return estimate.map(e -> Numbers.show(e, unit) + ", n = " + e.n()).orElse("-");
  }
}
