package dev.faultlab.diff;

import dev.faultlab.diff.Comparison.Metrics;
import dev.faultlab.diff.RunDiff.Change;
import dev.faultlab.diff.RunDiff.MetricChange;
import dev.faultlab.diff.RunDiff.SignatureChange;
import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Effects;
import dev.faultlab.effect.Estimate;
import dev.faultlab.effect.Measurement;
import dev.faultlab.point.Point;
import dev.faultlab.result.Machines;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StoredRun;
import dev.faultlab.signature.State;
import dev.faultlab.upgrade.Change.Bearing;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compares two runs, or two settings within one.
 *
 * <p>Trials of different runs are not interleaved: whatever else changed on the machine between
 * them is in the difference. So a metric counts as changed only when p < 0.01 (at 5 against 5: no
 * sample of one side lies within the other) and the whole interval of the ratio lies beyond a
 * threshold.
 */
public final class Differ {
  static final double SIGNIFICANT = 0.01;

  private final Comparison question;

  public Differ(Comparison question) {
    this.question = question;
  }

  /**
   * What forbids to compare the two.
   *
   * @throws Comparison.BadQuestion when the question cannot be asked of these runs
   */
  public List<String> reservations(RunResult a, RunResult b) {
    return Comparability.reservations(a, b, Pairs.of(a, b, question));
  }

  /**
   * Compares, whatever the reservations, which are in the answer.
   *
   * @throws IOException when a capture cannot be read
   * @throws Comparison.BadQuestion when the question cannot be asked of these runs
   */
  public RunDiff compare(StoredRun.Finished first, StoredRun.Finished second) throws IOException {
    RunResult a = first.result();
    RunResult b = second.result();
    Pairs pairs = Pairs.of(a, b, question);
    Optional<String> shownOnly = Comparability.shownOnly(a, b);
    boolean deciding = question.metrics() != Metrics.SHOWN && shownOnly.isEmpty();
    List<SignatureChange> signatures = new ArrayList<>();
    List<MetricChange> metrics = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    List<String> lost = new ArrayList<>();
    DiffControls controls = new DiffControls(a, b, pairs);
    for (Pairs.Pair pair : pairs.pairs()) {
      signatures(pair, a, b, controls, signatures, notes);
      boolean together = Machines.together(a, pair.a(), b, pair.b());
      metrics(pair, a, b, deciding && together, metrics, lost);
    }
    for (Point point : pairs.onlyB()) {
      outcomes(b, point).forEach(o -> signatures.add(added(b.name(point), o)));
    }
    alone("A", a, pairs.onlyA(), notes);
    alone("B", b, pairs.onlyB(), notes);
    notes.addAll(Decision.undeciding(metrics, question.metrics(), shownOnly));
    List<String> doubts = new ArrayList<>(Comparability.doubts("A", a));
    doubts.addAll(Comparability.doubts("B", b));
    Set<Point> compared = pairs.pairs().stream().map(Pairs.Pair::b).collect(Collectors.toSet());
    List<String> open = new ArrayList<>(Comparability.missingSides("B", b, compared));
    boolean counting = deciding || question.metrics() == Metrics.REQUIRED;
    (counting ? open : notes).addAll(lost);
    if (counting) {
      pairs.onlyB().stream()
          .filter(point -> outcomes(b, point).isEmpty())
          .forEach(point -> open.add(b.name(point) + ": measured only in B"));
    }
    Decision decision = Decision.of(signatures, metrics, doubts, open, question.metrics());
    return new RunDiff(
        first.lab() + "/" + first.id(),
        second.lab() + "/" + second.id(),
        a.lab(),
        pairs.question(),
        decision.verdict(),
        decision.reasons(),
        Comparability.reservations(a, b, pairs),
        Comparability.conditions(a, b, pairs),
        signatures,
        metrics,
        FactFigures.compare(pairs.pairs(), a, b),
        captures(pairs, first, second, notes),
        notes);
  }

  private static List<RunDiff.FigureChange> captures(
      Pairs pairs, StoredRun.Finished first, StoredRun.Finished second, List<String> notes)
      throws IOException {
    List<StoredRun.Finished> bare =
        List.of(first, second).stream().filter(run -> !run.hasEvidence()).distinct().toList();
    bare.forEach(
        run ->
            notes.add("captures are not compared: " + run.id() + " is here without its evidence"));
    return bare.isEmpty() ? CaptureFigures.compare(pairs.pairs(), first, second) : List.of();
  }

  private static void alone(String run, RunResult result, List<Point> points, List<String> notes) {
    if (!points.isEmpty()) {
      notes.add(
          "only in "
              + run
              + ": "
              + points.stream().map(result::name).collect(Collectors.joining(", ")));
    }
  }

  private static List<Outcome> outcomes(RunResult run, Point point) {
    return run.outcomes().stream().filter(o -> o.point().equals(point)).toList();
  }

  private static void signatures(
      Pairs.Pair pair,
      RunResult a,
      RunResult b,
      DiffControls controls,
      List<SignatureChange> changes,
      List<String> notes) {
    List<Outcome> left = outcomes(a, pair.a());
    List<Outcome> right = outcomes(b, pair.b());
    for (Outcome before : left) {
      find(right, before.signature())
          .ifPresentOrElse(
              now -> changes.add(changed(pair.name(), before, now, controls)),
              () -> notes.add("only in A: " + pair.name() + ", " + before.signature()));
    }
    right.stream()
        .filter(now -> find(left, now.signature()).isEmpty())
        .forEach(now -> changes.add(added(pair.name(), now)));
  }

  private static Optional<Outcome> find(List<Outcome> outcomes, String signature) {
    return outcomes.stream().filter(o -> o.signature().equals(signature)).findFirst();
  }

  private static SignatureChange changed(
      String point, Outcome before, Outcome now, DiffControls controls) {
    Change change = change(before, now);
    Optional<String> open =
        change.bearing() == Bearing.OPEN ? Optional.empty() : controls.against(before, now);
    return new SignatureChange(
        point,
        now.signature(),
        shown(before),
        shown(now),
        open.isPresent() ? Change.UNKNOWN : change,
        open);
  }

  private static SignatureChange added(String point, Outcome now) {
    return new SignatureChange(
        point, now.signature(), "-", shown(now), Change.NEW, Optional.empty());
  }

  private static Change change(Outcome before, Outcome now) {
    if (before.state() == State.UNKNOWN || now.state() == State.UNKNOWN) {
      return Change.UNKNOWN;
    }
    if (before.state() == State.ABSENT && now.state() == State.PRESENT) {
      return Change.WORSE;
    }
    if (now.judgement() != Judgement.AS_EXPECTED) {
      return Change.CONTRADICTED;
    }
    if (before.state() != now.state()) {
      return Change.BETTER;
    }
    return before.code().equals(now.code()) ? Change.SAME : Change.DIFFERENT;
  }

  private static String shown(Outcome outcome) {
    int trials = outcome.observations().size();
    if (trials == 0) {
      return "no trial";
    }
    String code = outcome.counts().size() == 1 ? " (" + outcome.code().orElse("") + ")" : "";
    return outcome.counts().entrySet().stream()
        .map(e -> name(e.getKey()) + code + " " + e.getValue() + "/" + trials)
        .collect(Collectors.joining(", "));
  }

  private static String name(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private void metrics(
      Pairs.Pair pair,
      RunResult a,
      RunResult b,
      boolean deciding,
      List<MetricChange> changes,
      List<String> lost) {
    for (Measurement before : a.measurements()) {
      if (!before.point().equals(pair.a())) {
        continue;
      }
      Optional<Measurement> now =
          b.measurements().stream()
              .filter(m -> m.point().equals(pair.b()))
              .filter(m -> m.metric().equals(before.metric()) && m.within().equals(before.within()))
              .findFirst();
      String load = load(before);
      String name = pair.name() + ", " + before.metric() + (load.isEmpty() ? "" : ", " + load);
      if (now.isEmpty()) {
        lost.add(name + ": measured in A, not in B");
      } else if (!meaning(before).equals(meaning(now.get()))) {
        lost.add(name + ": " + meaning(before) + " in A, " + meaning(now.get()) + " in B");
      } else {
        changes.add(metric(pair.name(), before, now.get(), deciding));
      }
    }
  }

  private static String load(Measurement measured) {
    return new Point("", measured.within()).settings();
  }

  /** What has to be the same before two values of a metric can be held against each other. */
  private static String meaning(Measurement measured) {
    return "in "
        + (measured.unit().isEmpty() ? "no unit" : measured.unit())
        + (measured.higherIsBetter() ? ", more is better," : ", less is better,");
  }

  private MetricChange metric(String point, Measurement before, Measurement now, boolean deciding) {
    Effect effect = Effects.between(now, before);
    Change change = change(effect, before.higherIsBetter());
    return new MetricChange(
        point,
        before.metric(),
        before.title(),
        load(before),
        before.unit(),
        before.higherIsBetter(),
        before.estimate(),
        now.estimate(),
        effect.ratio(),
        effect.p(),
        change,
        deciding && change != Change.UNKNOWN);
  }

  private Change change(Effect effect, boolean higherIsBetter) {
    Estimate now = effect.faultMedian();
    Estimate before = effect.controlMedian();
    if (Math.min(now.n(), before.n()) < Effect.MINIMUM_SAMPLES) {
      return Change.UNKNOWN;
    }
    if (effect.p() >= SIGNIFICANT || !effect.beyond(1 + question.threshold())) {
      return Change.SAME;
    }
    return now.median() > before.median() == higherIsBetter ? Change.BETTER : Change.WORSE;
  }
}
