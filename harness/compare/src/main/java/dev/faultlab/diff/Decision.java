package dev.faultlab.diff;

import dev.faultlab.compare.Answer;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.diff.Comparison.Metrics;
import dev.faultlab.diff.RunDiff.MetricChange;
import dev.faultlab.diff.RunDiff.SignatureChange;
import dev.faultlab.effect.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The answer of a comparison and its reasons, the decisive one first; derived from its rows. */
public record Decision(Answer verdict, List<String> reasons) {

  /**
   * Doubt about a whole run comes first, then regressions, then inconclusive rows.
   *
   * @param doubts what makes either run inconclusive as a whole
   * @param open what makes the answer inconclusive unless something got worse
   */
  static Decision of(
      List<SignatureChange> signatures,
      List<MetricChange> metrics,
      List<String> doubts,
      List<String> open,
      Metrics asked) {
    List<String> worse = new ArrayList<>();
    List<String> undecided = new ArrayList<>(doubts);
    for (SignatureChange s : signatures) {
      if (s.change().bearing() == Bearing.WORSE) {
        worse.add(s.line());
      } else if (s.change().bearing() == Bearing.OPEN) {
        undecided.add(s.line());
      }
    }
    List<MetricChange> deciding = metrics.stream().filter(MetricChange::decides).toList();
    deciding.stream().filter(m -> m.change() == Change.WORSE).forEach(m -> worse.add(m.line()));
    long left = metrics.size() - deciding.size();
    if (asked == Metrics.REQUIRED && (left > 0 || metrics.isEmpty())) {
      undecided.add(
          metrics.isEmpty()
              ? "--require-metrics: the runs have no metric in common"
              : "--require-metrics: " + left + " of " + metrics.size() + " metrics cannot decide");
    }
    undecided.addAll(open);
    if (signatures.isEmpty() && deciding.isEmpty()) {
      undecided.add("the two runs have nothing in common to compare");
    }
    if (!worse.isEmpty() && doubts.isEmpty()) {
      worse.addAll(undecided);
      return new Decision(Answer.WORSE, worse);
    }
    if (!undecided.isEmpty()) {
      undecided.addAll(worse);
      return new Decision(Answer.CANNOT_TELL, undecided);
    }
    return new Decision(
        Answer.NOTHING_WORSE,
        List.of(
            "%s; %s%s"
                .formatted(
                    counted("signature", signatures.stream().map(SignatureChange::change).toList()),
                    counted("metric", deciding.stream().map(MetricChange::change).toList()),
                    left == 0 ? "" : ", " + left + " shown that do not decide")));
  }

  /** Why metrics do not decide, for the notes; empty if all of them do. */
  static List<String> undeciding(
      List<MetricChange> metrics, Metrics asked, Optional<String> shownOnly) {
    List<String> notes = new ArrayList<>();
    if (metrics.isEmpty()) {
      return notes;
    }
    if (asked == Metrics.SHOWN) {
      notes.add("metrics are shown but do not decide, because of --only-signatures");
      return notes;
    }
    if (shownOnly.isPresent()) {
      notes.add("metrics are shown but do not decide: " + shownOnly.get());
      return notes;
    }
    long few = metrics.stream().filter(m -> m.change() == Change.CANNOT_TELL).count();
    if (few > 0) {
      notes.add(
          "%s of %s metrics have fewer than %s trials on a side, so they do not decide"
              .formatted(few, metrics.size(), Effect.MINIMUM_SAMPLES));
    }
    long apart =
        metrics.stream().filter(m -> !m.decides() && m.change() != Change.CANNOT_TELL).count();
    if (apart > 0) {
      notes.add(
          ("%s of %s metrics are shown but do not decide: a merged run comes from several"
                  + " classes of machine, and it is not known whether both sides ran on the same class")
              .formatted(apart, metrics.size()));
    }
    return notes;
  }

  private static String counted(String what, List<Change> changes) {
    long better = changes.stream().filter(Change::improves).count();
    return changes.isEmpty()
        ? "no " + what + " decides"
        : "%s %s%s compared, none worse, %s better"
            .formatted(changes.size(), what, changes.size() == 1 ? "" : "s", better);
  }
}
