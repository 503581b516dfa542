package dev.faultlab.diff;

import dev.faultlab.compare.BadQuestion;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.FigureChange;
import dev.faultlab.compare.Figures;
import dev.faultlab.compare.MetricComparison;
import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.compare.SignatureComparison;
import dev.faultlab.diff.Comparison.Metrics;
import dev.faultlab.diff.RunDiff.MetricChange;
import dev.faultlab.diff.RunDiff.SignatureChange;
import dev.faultlab.effect.Measurement;
import dev.faultlab.point.Point;
import dev.faultlab.result.Machines;
import dev.faultlab.result.Numbers;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StoredRun;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares two runs, or two settings within one.
 *
 * <p>Trials of different runs are not interleaved, so any other change on the machine between them
 * is part of the difference. So a metric counts as changed only if p < 0.01 (at 5 against 5: all
 * samples of one side lie outside the other's range) and the whole interval of the ratio is beyond
 * a threshold.
 */
public final class Differ {
  private final Comparison question;

  public Differ(Comparison question) {
    this.question = question;
  }

  /**
   * What forbids comparing the two.
   *
   * @throws BadQuestion when the question cannot be asked of these runs
   */
  public List<String> reservations(RunResult a, RunResult b) {
    return Comparability.reservations(a, b, Pairs.of(a, b, question));
  }

  /**
   * Compares in spite of reservations, which the answer contains.
   *
   * @throws IOException when a capture cannot be read
   * @throws BadQuestion when the question cannot be asked of these runs
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
      outcomes(b, point).forEach(o -> signatures.add(added(b.name(point), b, o)));
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
    List<FigureChange> captures = captures(pairs, first, second, notes);
    return new RunDiff(
        new RunDiff.Runs(
            first.lab() + "/" + first.id(),
            second.lab() + "/" + second.id(),
            a.lab(),
            pairs.question()),
        Decision.of(signatures, metrics, doubts, open, question.metrics()),
        new RunDiff.Context(
            Comparability.reservations(a, b, pairs), Comparability.conditions(a, b, pairs), notes),
        signatures,
        metrics,
        facts(pairs, a, b),
        captures);
  }

  private static List<FigureChange> facts(Pairs pairs, RunResult a, RunResult b)
      throws IOException {
    return figures(
        pairs,
        Stream.of(a, b)
            .flatMap(run -> run.measured().stream().map(point -> Figures.facts(run, point)))
            .toList(),
        point -> Figures.facts(a, point),
        point -> Figures.facts(b, point));
  }

  private static List<FigureChange> captures(
      Pairs pairs, StoredRun.Finished first, StoredRun.Finished second, List<String> notes)
      throws IOException {
    List<StoredRun.Finished> bare =
        List.of(first, second).stream().filter(run -> !run.hasEvidence()).distinct().toList();
    bare.forEach(
        run ->
            notes.add("captures are not compared: " + run.id() + " is here without its evidence"));
    return bare.isEmpty()
        ? figures(
            pairs,
            List.of(),
            point -> CaptureFigures.read(first, point),
            point -> CaptureFigures.read(second, point))
        : List.of();
  }

  /** Reads the figures of a point. */
  private interface Reading {
    Figures of(Point point) throws IOException;
  }

  /**
   * Compares figures of all pairs.
   *
   * @param more points from which the noise is estimated
   */
  private static List<FigureChange> figures(
      Pairs pairs, List<Figures> more, Reading before, Reading after) throws IOException {
    Map<Pairs.Pair, List<Figures>> sides = new LinkedHashMap<>();
    for (Pairs.Pair pair : pairs.pairs()) {
      sides.put(pair, List.of(before.of(pair.a()), after.of(pair.b())));
    }
    FigureChange.Comparison comparison =
        new FigureChange.Comparison(
            Stream.concat(more.stream(), sides.values().stream().flatMap(List::stream)).toList());
    return sides.entrySet().stream()
        .flatMap(
            side ->
                comparison
                    .of(side.getKey().name(), side.getValue().get(0), side.getValue().get(1))
                    .stream())
        .toList();
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
              now -> changes.add(changed(pair, a, b, before, now, controls)),
              () -> notes.add("only in A: " + pair.name() + ", " + before.signature()));
    }
    right.stream()
        .filter(now -> find(left, now.signature()).isEmpty())
        .forEach(now -> changes.add(added(pair.name(), b, now)));
  }

  private static Optional<Outcome> find(List<Outcome> outcomes, String signature) {
    return outcomes.stream().filter(o -> o.signature().equals(signature)).findFirst();
  }

  private static SignatureChange changed(
      Pairs.Pair pair,
      RunResult a,
      RunResult b,
      Outcome before,
      Outcome now,
      DiffControls controls) {
    ObservedSignature old = ObservedSignature.of(a, before);
    ObservedSignature after = ObservedSignature.of(b, now);
    Change change = SignatureComparison.of(old, after, Optional.empty()).change();
    if (change.bearing() == Bearing.FINE && now.judgement() != Judgement.AS_EXPECTED) {
      change = now.judgement() == Judgement.CONTRADICTED ? Change.CONTRADICTED : Change.CANNOT_TELL;
    }
    Optional<String> open =
        change.bearing() == Bearing.OPEN ? Optional.empty() : controls.against(before, now);
    return new SignatureChange(
        pair.name(),
        now.signature(),
        old.words(),
        after.words(),
        open.isPresent() ? Change.CANNOT_TELL : change,
        open);
  }

  private static SignatureChange added(String point, RunResult b, Outcome now) {
    return new SignatureChange(
        point,
        now.signature(),
        "-",
        ObservedSignature.of(b, now).words(),
        Change.NEW,
        Optional.empty());
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
      String name = pair.name() + ", " + Numbers.name(before);
      if (now.isEmpty()) {
        lost.add(name + ": measured in A, not in B");
      } else if (!meaning(before).equals(meaning(now.get()))) {
        lost.add(name + ": " + meaning(before) + " in A, " + meaning(now.get()) + " in B");
      } else {
        MetricComparison went = MetricComparison.apart(before, now.get(), question.threshold());
        changes.add(
            new MetricChange(
                pair.name(),
                before,
                now.get(),
                went,
                deciding && went.change() != Change.CANNOT_TELL));
      }
    }
  }

  /** What must be equal before two values of a metric can be compared. */
  private static String meaning(Measurement measured) {
    return "in "
        + (measured.unit().isEmpty() ? "no unit" : measured.unit())
        + (measured.higherIsBetter() ? ", more is better," : ", less is better,");
  }
}
