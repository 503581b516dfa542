package dev.faultlab.report.diff;

import dev.faultlab.effect.Effect;
import dev.faultlab.report.diff.RunDiff.Change;
import dev.faultlab.report.diff.RunDiff.DiffVerdict;
import dev.faultlab.report.diff.RunDiff.MetricChange;
import dev.faultlab.report.diff.RunDiff.SignatureChange;
import java.util.ArrayList;
import java.util.List;

/** The answer of a comparison and its reasons, the decisive one first. */
record Decision(DiffVerdict verdict, List<String> reasons) {

  /**
   * Doubt about a run as a whole comes first, then what got worse, then what cannot be told.
   *
   * @param doubts conditions that were out of tolerance in either run
   * @param signaturesOnly whether metrics are left out
   */
  static Decision of(
      List<SignatureChange> signatures,
      List<MetricChange> metrics,
      List<String> doubts,
      List<String> notes,
      boolean signaturesOnly) {
    List<String> worse = new ArrayList<>();
    List<String> open = new ArrayList<>(doubts);
    for (SignatureChange s : signatures) {
      String line = s.cell() + ", " + s.signature() + ": " + s.before() + ", now " + s.after();
      if (s.change() == Change.WORSE) {
        worse.add(line);
      } else if (s.change() == Change.UNKNOWN) {
        open.add(line);
      }
    }
    boolean told = metrics.stream().anyMatch(m -> m.change() != Change.UNKNOWN);
    if (!signaturesOnly) {
      metrics.stream()
          .filter(m -> m.change() == Change.WORSE)
          .forEach(m -> worse.add(DiffWords.metric(m)));
      if (!metrics.isEmpty() && !told) {
        open.add(
            "no metric has "
                + Effect.MINIMUM_SAMPLES
                + " trials on both sides; --signatures leaves metrics out");
      }
    }
    if (signatures.isEmpty() && !told) {
      open.add("there is nothing that both runs tell");
    }
    if (!worse.isEmpty() && doubts.isEmpty()) {
      worse.addAll(open);
      return new Decision(DiffVerdict.WORSE, worse);
    }
    if (!open.isEmpty()) {
      open.addAll(worse);
      return new Decision(DiffVerdict.CANNOT_TELL, open);
    }
    long better =
        signatures.stream().filter(s -> s.change() == Change.BETTER).count()
            + metrics.stream().filter(m -> m.change() == Change.BETTER).count();
    return new Decision(
        DiffVerdict.NOT_WORSE,
        List.of(
            signatures.size()
                + " signatures and "
                + metrics.size()
                + " metrics compared, none worse, "
                + better
                + " better"
                + (notes.isEmpty() ? "" : "; see the notes")));
  }
}
