package dev.faultlab.report.diff;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Effects;
import dev.faultlab.effect.Estimate;
import dev.faultlab.effect.Measurement;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StoredRun;
import dev.faultlab.report.diff.RunDiff.Change;
import dev.faultlab.report.diff.RunDiff.MetricChange;
import dev.faultlab.report.diff.RunDiff.SignatureChange;
import dev.faultlab.signature.State;
import dev.faultlab.verdict.CellOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Compares two runs.
 *
 * <p>Trials of different runs are not interleaved: whatever else changed on the machine between
 * them is in the difference. So a metric counts as changed only when p < 0.01 (at 5 against 5: no
 * sample of one side lies within the other) and the whole interval of the ratio lies beyond a
 * threshold.
 */
public final class Differ {
  static final double SIGNIFICANT = 0.01;

  private final double threshold;
  private final boolean signaturesOnly;

  /**
   * @param threshold relative change below which a metric counts as the same, e.g. 0.1
   * @param signaturesOnly metrics are shown but do not decide
   */
  public Differ(double threshold, boolean signaturesOnly) {
    this.threshold = threshold;
    this.signaturesOnly = signaturesOnly;
  }

  /** What forbids to compare the two. */
  public static List<String> reservations(RunResult a, RunResult b) {
    return Comparability.reservations(a, b, new Pairs(a, b));
  }

  /**
   * Compares, whatever the reservations, which are in the answer.
   *
   * @throws IOException when a capture cannot be read
   */
  public RunDiff compare(StoredRun.Finished first, StoredRun.Finished second) throws IOException {
    RunResult a = first.result();
    RunResult b = second.result();
    Pairs pairs = new Pairs(a, b);
    List<SignatureChange> signatures = new ArrayList<>();
    List<MetricChange> metrics = new ArrayList<>();
    for (Pairs.Pair pair : pairs.pairs()) {
      signatures(pair, a, b, signatures);
      metrics(pair, a, b, metrics);
    }
    List<String> notes = new ArrayList<>(pairs.alone());
    for (StoredRun.Finished run : List.of(first, second)) {
      if (!run.hasEvidence()) {
        notes.add("captures are not compared: " + run.id() + " is here without its evidence");
      }
    }
    List<RunDiff.CaptureChange> captures =
        first.hasEvidence() && second.hasEvidence()
            ? CaptureFigures.compare(pairs.pairs(), first, second)
            : List.of();
    List<String> doubts = new ArrayList<>(Comparability.doubts("A", a));
    doubts.addAll(Comparability.doubts("B", b));
    Decision decision = Decision.of(signatures, metrics, doubts, notes, signaturesOnly);
    return new RunDiff(
        first.lab() + "/" + first.id(),
        second.lab() + "/" + second.id(),
        a.lab(),
        decision.verdict(),
        decision.reasons(),
        Comparability.reservations(a, b, pairs),
        Comparability.conditions(a, b),
        signatures,
        metrics,
        captures,
        notes);
  }

  private static void signatures(
      Pairs.Pair pair, RunResult a, RunResult b, List<SignatureChange> changes) {
    for (CellOutcome before : a.outcomes()) {
      if (!before.cell().equals(pair.a())) {
        continue;
      }
      Optional<CellOutcome> after =
          b.outcomes().stream()
              .filter(o -> o.cell().equals(pair.b()) && o.signature().equals(before.signature()))
              .findFirst();
      after.ifPresent(
          now ->
              changes.add(
                  new SignatureChange(
                      pair.name(),
                      before.signature(),
                      shown(before),
                      shown(now),
                      change(before, now))));
    }
  }

  private static Change change(CellOutcome before, CellOutcome now) {
    if (before.state() == State.UNKNOWN || now.state() == State.UNKNOWN) {
      return Change.UNKNOWN;
    }
    if (before.state() != now.state()) {
      return now.state() == State.PRESENT ? Change.WORSE : Change.BETTER;
    }
    return code(before).equals(code(now)) ? Change.SAME : Change.DIFFERENT;
  }

  private static String code(CellOutcome outcome) {
    return outcome.observations().isEmpty() ? "" : outcome.observations().get(0).code();
  }

  private static String shown(CellOutcome outcome) {
    int trials = outcome.observations().size();
    if (trials == 0) {
      return "no trial";
    }
    String code = outcome.counts().size() == 1 ? " (" + code(outcome) + ")" : "";
    return outcome.counts().entrySet().stream()
        .map(e -> name(e.getKey()) + code + " " + e.getValue() + "/" + trials)
        .collect(Collectors.joining(", "));
  }

  private static String name(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private void metrics(Pairs.Pair pair, RunResult a, RunResult b, List<MetricChange> changes) {
    for (Measurement before : a.measurements()) {
      b.measurements().stream()
          .filter(m -> before.cell().equals(pair.a()) && m.cell().equals(pair.b()))
          .filter(m -> m.metric().equals(before.metric()) && m.label().equals(before.label()))
          .findFirst()
          .ifPresent(now -> changes.add(metric(pair.name(), before, now)));
    }
  }

  private MetricChange metric(String cell, Measurement before, Measurement now) {
    Effect effect = Effects.between(now, before);
    return new MetricChange(
        cell,
        before.metric(),
        before.title(),
        before.label(),
        before.unit(),
        before.higherIsBetter(),
        before.estimate(),
        now.estimate(),
        effect.ratio(),
        effect.p(),
        change(effect, before.higherIsBetter()));
  }

  private Change change(Effect effect, boolean higherIsBetter) {
    Estimate now = effect.faultMedian();
    Estimate before = effect.controlMedian();
    if (Math.min(now.n(), before.n()) < Effect.MINIMUM_SAMPLES) {
      return Change.UNKNOWN;
    }
    double least = 1 + threshold;
    boolean beyond = effect.ratio().map(r -> r.low() > least || r.high() < 1 / least).orElse(true);
    if (effect.p() >= SIGNIFICANT || !beyond) {
      return Change.SAME;
    }
    return now.median() > before.median() == higherIsBetter ? Change.BETTER : Change.WORSE;
  }
}
