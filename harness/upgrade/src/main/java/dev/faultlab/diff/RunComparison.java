package dev.faultlab.diff;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.Figures;
import dev.faultlab.compare.MetricComparison;
import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Estimate;
import dev.faultlab.effect.Measurement;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Expected;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.TrialSpec;
import dev.faultlab.lab.Variant;
import dev.faultlab.point.Point;
import dev.faultlab.point.Projection;
import dev.faultlab.point.Selector;
import dev.faultlab.point.Value;
import dev.faultlab.result.Machines;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StoredRun;
import dev.faultlab.upgrade.CandidateChange;
import dev.faultlab.upgrade.Controls;
import dev.faultlab.upgrade.FactChange;
import dev.faultlab.upgrade.LabComparison;
import dev.faultlab.upgrade.LeftOut;
import dev.faultlab.upgrade.MetricRow;
import dev.faultlab.upgrade.MetricRows;
import dev.faultlab.upgrade.Pairing;
import dev.faultlab.upgrade.SignatureRow;
import dev.faultlab.upgrade.SignatureRows;
import dev.faultlab.upgrade.Upgrade;
import dev.faultlab.upgrade.UpgradeResult;
import dev.faultlab.verdict.Control;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares two runs, or two settings within one, as an upgrade compares versions.
 *
 * <p>Trials of different runs are not interleaved, so any other change on the machine between them
 * is part of the difference: a metric must be beyond more ({@link MetricComparison#separate}).
 */
public final class RunComparison {
  private static final String TOO_FEW_TRIALS =
      "fewer than " + Effect.MINIMUM_SAMPLES + " trials on a side";
  private static final String DIFFERENT_MACHINES =
      "a merged run comes from several classes of machine, and it is not known whether both sides"
          + " ran on the same class";

  private final StoredRun.Finished first;
  private final StoredRun.Finished second;
  private final RunResult runA;
  private final RunResult runB;
  private final Pairs pairs;
  private final List<Pairing> pairings = new ArrayList<>();
  private final List<LeftOut> leftOut = new ArrayList<>();

  /**
   * A comparison of two runs.
   *
   * @param from which points of the first
   * @param to which points of the second
   * @throws BadQuestion when the question cannot be asked of these runs
   */
  public RunComparison(
      StoredRun.Finished first, StoredRun.Finished second, Selector from, Selector to) {
    this.first = first;
    this.second = second;
    this.runA = first.result();
    this.runB = second.result();
    this.pairs = Pairs.of(runA, runB, from, to);
    pairs.pairs().forEach(pair -> pairings.add(pairing(pair.before(), pair.after())));
    // Nothing was observed there in A, which leaves them open.
    pairs.onlyB().forEach(point -> pairings.add(pairing(point, point)));
  }

  private Comparability comparability() {
    return new Comparability(runA, runB, pairs);
  }

  private Pairing pairing(Point before, Point after) {
    Map<String, Expected> expect = new LinkedHashMap<>();
    runB.outcomes(after).forEach(o -> expect.put(o.signature(), Expected.always(o.expectation())));
    TrialSpec trial = new TrialSpec("", Map.of(), false, false);
    return new Pairing(
        new Variant(
            after.variant(), runB.titleOf(after), List.of(), Map.of(), Map.of(), trial, expect),
        after.without(pairs.compared()),
        Optional.of(before),
        List.of(Optional.of(after)),
        true);
  }

  /**
   * What forbids comparing the two.
   *
   * @param declared the parameters of their lab
   */
  public List<String> reservations(Map<String, Parameter> declared) {
    return comparability().reservations(declared);
  }

  /**
   * Compares in spite of reservations, which the answer names.
   *
   * @param worseThan relative change below which a metric counts as the same; empty if metrics do
   *     not count at all
   * @throws IOException when a capture cannot be read
   */
  public UpgradeResult compare(Optional<Double> worseThan) throws IOException {
    List<String> doubts = new ArrayList<>(Comparability.obstacles("A", runA));
    doubts.addAll(Comparability.obstacles("B", runB));
    Stream.concat(
            pairs.onlyA().stream().map(point -> point.words() + " only in A"),
            pairs.pairs().stream().flatMap(this::signaturesOfA))
        .forEach(what -> addLeftOut(what, "B has no counterpart"));
    Set<Point> compared =
        pairs.pairs().stream().map(Projection.Pair::after).collect(Collectors.toSet());
    List<String> missing = Comparability.missingSides("B", runB, compared);
    List<FactChange> facts = new ArrayList<>(FactChange.all(pairings, runA, runB));
    facts.addAll(captures());
    LabComparison comparison =
        new LabComparison(
            runB.lab(),
            Optional.empty(),
            Stream.concat(doubts.stream(), missing.stream()).findFirst(),
            rows(doubts),
            doubts.isEmpty() ? metrics(worseThan) : List.of(),
            comparability().conditions(),
            facts,
            runB.provenance());
    List<Point> before = pairs.pairs().stream().map(Projection.Pair::before).toList();
    Map<String, Value> from = Pairs.side(pairs.compared(), before, describe(first));
    Map<String, Value> to = Pairs.side(pairs.compared(), List.copyOf(compared), describe(second));
    Upgrade question =
        new Upgrade(from, List.of(to), RunForm.FULL, worseThan.orElse(0.0), List.of());
    return UpgradeResult.of(
        "",
        runA.startedAt(),
        runB.startedAt(),
        question,
        List.of(comparison),
        leftOut,
        List.of(),
        (lab, signature) -> List.of(),
        Optional.empty());
  }

  private static String describe(StoredRun.Finished run) {
    return run.lab() + "/" + run.id();
  }

  private void addLeftOut(String what, String why) {
    leftOut.add(new LeftOut(runB.lab(), what, why));
  }

  /** The signatures that only A has. */
  private Stream<String> signaturesOfA(Projection.Pair pair) {
    Set<String> afterSignatures =
        runB.outcomes(pair.after()).stream().map(Outcome::signature).collect(Collectors.toSet());
    return runA.outcomes(pair.before()).stream()
        .map(Outcome::signature)
        .filter(signature -> !afterSignatures.contains(signature))
        .map(signature -> pair.before().words() + ", " + signature);
  }

  /** What makes a run inconclusive as a whole leaves all rows open. */
  private List<SignatureRow> rows(List<String> doubts) {
    List<Control> controls =
        Stream.of(runA, runB).distinct().flatMap(r -> Control.in(r.outcomes()).stream()).toList();
    return new Controls(controls, new SignatureRows(runB.lab(), pairings, runA, runB).all())
        .withControls().stream().map(row -> row.with(candidate -> judge(row, doubts))).toList();
  }

  /** Nothing is fine that contradicts the lab in B: the fault may only have become invisible. */
  private CandidateChange judge(SignatureRow row, List<String> doubts) {
    CandidateChange change = row.candidates().get(0);
    boolean open = change.bearing() == Bearing.OPEN || change.side().isEmpty();
    return doubts.stream()
        .findFirst()
        .or(() -> open ? Optional.empty() : doubt(row, change))
        .map(why -> new CandidateChange(change.side(), Change.CANNOT_TELL, why))
        .orElse(change);
  }

  private Optional<String> doubt(SignatureRow row, CandidateChange change) {
    Point before = row.before().orElseThrow().point();
    Point after = change.side().orElseThrow().point();
    List<Point> asked = List.of(before, after);
    return contradiction("A", runA, before, row.signature(), asked)
        .or(() -> contradiction("B", runB, after, row.signature(), asked))
        .or(
            () ->
                runB.outcome(after, row.signature())
                    .filter(outcome -> change.bearing() == Bearing.FINE)
                    .filter(outcome -> outcome.judgement() != Judgement.AS_EXPECTED)
                    .map(outcome -> "B contradicts the lab: " + outcome.reason()));
  }

  /** A control of the same run that contradicts the lab while none there agrees with it. */
  private static Optional<String> contradiction(
      String name, RunResult run, Point point, String signature, List<Point> asked) {
    List<Outcome> outcomes = run.outcome(point, signature).stream().toList();
    List<Control> others =
        Control.in(run.outcomes()).stream()
            .filter(control -> !asked.contains(control.side().point()))
            .toList();
    return Control.in(outcomes).stream()
        .flatMap(control -> Control.opposing(control.side(), others, lasting -> false).stream())
        .findFirst()
        .map(control -> "in " + name + " " + control.words(control.side().point().words()));
  }

  private List<MetricRow> metrics(Optional<Double> worseThan) {
    Optional<String> why =
        worseThan.isEmpty() ? Optional.of("--only-signatures") : comparability().shownOnly();
    if (why.isPresent()) {
      addLeftOut("metrics", why.get());
      return List.of();
    }
    List<MetricRow> rows = new ArrayList<>();
    Map<String, Integer> omitted = new LinkedHashMap<>();
    BiFunction<Measurement, Measurement, MetricComparison> compare =
        (before, after) -> MetricComparison.separate(before, after, worseThan.orElseThrow());
    for (Pairing pairing : pairings) {
      boolean together =
          Machines.comparable(
              runA, pairing.before().orElseThrow(), runB, pairing.after().get(0).orElseThrow());
      for (MetricRow r : new MetricRows(compare, runB.lab(), List.of(pairing), runA, runB).all()) {
        if (together && !hasFewSamples(r)) {
          rows.add(r);
        } else {
          omitted.merge(together ? TOO_FEW_TRIALS : DIFFERENT_MACHINES, 1, Integer::sum);
        }
      }
    }
    omitted.forEach((reason, number) -> addLeftOut(number + " metrics", reason));
    return rows;
  }

  private static boolean hasFewSamples(MetricRow row) {
    Optional<Estimate> after = row.candidates().get(0).flatMap(MetricRow.MetricChange::after);
    return row.before().isPresent()
        && after.isPresent()
        && Math.min(row.before().get().n(), after.get().n()) < Effect.MINIMUM_SAMPLES;
  }

  /** Figures of the captures that changed; they have no verdict. */
  private List<FactChange> captures() throws IOException {
    List<StoredRun.Finished> lacking =
        Stream.of(first, second).filter(run -> !run.hasEvidence()).distinct().toList();
    if (!lacking.isEmpty()) {
      lacking.forEach(run -> addLeftOut("captures", run.id() + " is here without its evidence"));
      return List.of();
    }
    Map<Point, Figures> before = new LinkedHashMap<>();
    Map<Point, Figures> after = new LinkedHashMap<>();
    for (Projection.Pair pair : pairs.pairs()) {
      before.put(pair.before(), CaptureFigures.read(first, pair.before()));
      after.put(pair.after(), CaptureFigures.read(second, pair.after()));
    }
    return FactChange.between(
        pairings.subList(0, pairs.pairs().size()),
        Stream.concat(before.values().stream(), after.values().stream()).toList(),
        before::get,
        after::get);
  }
}
