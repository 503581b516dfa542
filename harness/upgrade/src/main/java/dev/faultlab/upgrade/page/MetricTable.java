package dev.faultlab.upgrade.page;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.MetricComparison;
import dev.faultlab.effect.Estimate;
import dev.faultlab.report.ComparedRows.Group;
import dev.faultlab.report.Tones;
import dev.faultlab.report.document.Block;
import dev.faultlab.report.document.Text;
import dev.faultlab.result.Numbers;
import dev.faultlab.upgrade.MetricRow;
import dev.faultlab.upgrade.MetricRow.MetricChange;
import dev.faultlab.upgrade.Upgrade;
import dev.faultlab.upgrade.UpgradeResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The metrics of an upgrade: those that changed, and the others folded. */
record MetricTable(UpgradeResult result) {
  private static final List<String> HEAD =
      List.of("lab", "variant", "metric", "to", "before", "after", "ratio", "noise", "change");

  /** A metric at a candidate. */
  record ShiftedMetric(MetricRow cost, MetricChange shift, String to) {}

  List<ShiftedMetric> of(int candidate) {
    String to = Upgrade.words(result.upgrade().to().get(candidate));
    return result
        .costs()
        .flatMap(
            row -> row.candidates().get(candidate).stream().map(s -> new ShiftedMetric(row, s, to)))
        .toList();
  }

  /** Open if something changed. */
  Block part() {
    List<ShiftedMetric> shifts = new ArrayList<>();
    IntStream.range(0, result.upgrade().to().size()).forEach(c -> shifts.addAll(of(c)));
    List<List<Text>> unchanged = new ArrayList<>();
    List<List<Text>> changed = new ArrayList<>();
    shifts.sort(Comparator.comparing(s -> Group.of(s.shift().direction(), s.shift().bearing())));
    shifts.forEach(s -> (s.shift().direction() == Change.SAME ? unchanged : changed).add(row(s)));
    List<Block> blocks =
        List.of(
            Block.lead(
                "Ratio of the medians with its 95 % interval. A change is beyond chance and beyond the"
                    + " limit; within a run also beyond what two halves of one side differ by (noise)."),
            Block.table(HEAD, changed),
            Block.details("Metrics that stayed the same", Block.table(HEAD, unchanged)));
    Text heading = Text.of("Metrics, after over before");
    return new Block.Section(Block.Frame.PART, "metrics", heading, !changed.isEmpty(), blocks);
  }

  private static List<Text> row(ShiftedMetric s) {
    MetricChange shift = s.shift();
    String ratio = MetricComparison.ratio(shift.direction(), shift.ratio());
    boolean withoutClaim = shift.bearing() == Bearing.OPEN || shift.direction() == Change.SAME;
    Text open = Text.of(withoutClaim ? ": " + shift.reason() : "");
    return List.of(
        Text.of(s.cost().place().lab()),
        Text.of(s.cost().place().point()),
        Text.of(s.cost().measured().name()),
        Text.of(s.to()),
        Text.of(estimate(s.cost().before(), s.cost().measured().unit())),
        Text.of(estimate(shift.after(), s.cost().measured().unit())),
        Text.of(ratio + shift.p().map(p -> " (" + Numbers.p(p) + ")").orElse("")),
        Text.of(shift.noise().map(n -> Numbers.show(n) + "x").orElse("-")),
        Tones.badge(shift.direction(), shift.bearing()).and(open));
  }

  private static String estimate(Optional<Estimate> estimate, String unit) {
    return estimate.map(e -> Numbers.show(e, unit) + ", n = " + e.n()).orElse("-");
  }
}
