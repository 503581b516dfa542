package dev.faultlab.upgrade;

import dev.faultlab.compare.MetricComparison;
import dev.faultlab.effect.Measurement;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult;
import dev.faultlab.upgrade.MetricRow.MetricChange;
import dev.faultlab.upgrade.MetricRow.RowMetric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Metrics that got worse: beyond chance, beyond the difference between two halves of one side, and
 * beyond the requested limit.
 *
 * @param first run with the points before
 * @param run with the points after; the same one if both sides were interleaved
 */
public record MetricRows(
    BiFunction<Measurement, Measurement, MetricComparison> comparer,
    String lab,
    List<Pairing> pairings,
    RunResult first,
    RunResult run) {

  /** Both sides in one run, interleaved. */
  MetricRows(double worseThan, Scope scope, RunResult run) {
    this(
        (before, after) -> MetricComparison.interleaved(before, after, worseThan),
        scope.lab().name(),
        scope.pairings(),
        run,
        run);
  }

  /** One per place, metric and load that either side has. */
  public List<MetricRow> all() {
    List<MetricRow> rows = new ArrayList<>();
    for (Pairing pairing : pairings) {
      if (pairing.compares() && !pairing.variant().trial().once()) {
        Map<Key, Measurement> any = new LinkedHashMap<>();
        IntStream.range(0, pairing.after().size())
            .filter(pairing::compares)
            .boxed()
            .flatMap(candidate -> sides(pairing, candidate))
            .flatMap(side -> side.run().measurements(side.point()).stream())
            .forEach(m -> any.putIfAbsent(Key.of(m), m));
        any.values().forEach(metric -> rows.add(row(pairing, metric)));
        if (any.isEmpty() && pairing.variant().expect().isEmpty()) {
          rows.addAll(unmeasured(pairing));
        }
      }
    }
    return rows;
  }

  private record Key(String metric, Map<String, Value> within) {
    static Key of(Measurement measurement) {
      return new Key(measurement.metric(), measurement.within());
    }
  }

  private record Side(RunResult run, Point point) {
    /** Failed trials have no measurement, and may be those that matter. */
    Optional<String> failure() {
      return run.trials(point).stream()
          .map(TrialRecord::failure)
          .flatMap(Optional::stream)
          .findFirst()
          .map(why -> point.settings() + ": a trial failed: " + why);
    }

    Optional<String> whyNotTried() {
      return run.trials(point).isEmpty()
          ? Optional.of(point.settings() + ": no trial was carried out")
          : Optional.empty();
    }

    Optional<Measurement> measurement(Key key) {
      return run.measurements(point).stream().filter(m -> Key.of(m).equals(key)).findFirst();
    }
  }

  private Stream<Side> sides(Pairing pairing, int candidate) {
    return Stream.concat(
        pairing.before().map(point -> new Side(first, point)).stream(),
        pairing.after().get(candidate).map(point -> new Side(run, point)).stream());
  }

  private MetricRow row(Pairing pairing, Measurement metric) {
    Key key = Key.of(metric);
    Optional<Measurement> before = new Side(first, pairing.before().orElseThrow()).measurement(key);
    return row(
        pairing,
        RowMetric.of(metric),
        before,
        candidate ->
            pairing
                .after()
                .get(candidate)
                .filter(point -> pairing.compares(candidate))
                .map(point -> new Side(run, point).measurement(key))
                .map(after -> change(before, after, obstacle(pairing, candidate))));
  }

  private MetricRow row(
      Pairing pairing,
      RowMetric measured,
      Optional<Measurement> before,
      IntFunction<Optional<MetricChange>> change) {
    return new MetricRow(
        new LabPlace(lab, pairing.variant().id(), pairing.place().at()),
        measured,
        before.map(Measurement::estimate),
        IntStream.range(0, pairing.after().size()).mapToObj(change).toList());
  }

  /** The obstacle on either side that makes the row inconclusive, as it does the signatures. */
  private Optional<String> obstacle(Pairing pairing, int candidate) {
    return sides(pairing, candidate)
        .flatMap(side -> side.run().obstacle(side.point()).or(side::failure).stream())
        .findFirst();
  }

  /**
   * A variant that is only measured, but was not measured on any side because no trial succeeded.
   */
  private List<MetricRow> unmeasured(Pairing pairing) {
    MetricRow row =
        row(
            pairing,
            new RowMetric("metrics", "all metrics", Map.of(), "", false),
            Optional.empty(),
            candidate ->
                sides(pairing, candidate)
                    .filter(side -> pairing.compares(candidate))
                    .flatMap(side -> side.failure().or(side::whyNotTried).stream())
                    .findFirst()
                    .map(why -> MetricChange.inconclusive(Optional.empty(), why)));
    return row.candidates().stream().allMatch(Optional::isEmpty) ? List.of() : List.of(row);
  }

  private MetricChange change(
      Optional<Measurement> before, Optional<Measurement> after, Optional<String> obstacle) {
    Optional<String> open =
        obstacle.or(
            () ->
                before.isEmpty() || after.isEmpty()
                    ? Optional.of("measured on one side only")
                    : before.get().unit().equals(after.get().unit())
                            && before.get().higherIsBetter() == after.get().higherIsBetter()
                        ? Optional.empty()
                        : Optional.of("measured in another unit or direction"));
    return open.map(why -> MetricChange.inconclusive(after.map(Measurement::estimate), why))
        .orElseGet(() -> MetricChange.of(comparer.apply(before.get(), after.get())));
  }
}
