package dev.faultlab.upgrade;

import dev.faultlab.compare.MetricComparison;
import dev.faultlab.effect.Measurement;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult;
import dev.faultlab.upgrade.MetricRow.MetricChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Metrics that got worse: beyond chance, beyond the difference between two halves of one side, and
 * beyond the requested limit.
 */
public final class MetricRows {
  /** Compares two measurements. */
  public interface Comparer {
    MetricComparison compare(Measurement before, Measurement after);
  }

  private final Comparer comparer;
  private final String lab;
  private final List<Pairing> pairings;
  private final RunResult first;
  private final RunResult run;

  /** Both sides in one run, interleaved. */
  MetricRows(double worseThan, Scope scope, RunResult run) {
    this(
        (before, after) -> MetricComparison.interleaved(before, after, worseThan),
        scope.lab().name(),
        scope.pairings(),
        run,
        run);
  }

  /**
   * The sides in two runs.
   *
   * @param first with the points before
   * @param run with the points after
   */
  public MetricRows(
      Comparer comparer, String lab, List<Pairing> pairings, RunResult first, RunResult run) {
    this.comparer = comparer;
    this.lab = lab;
    this.pairings = pairings;
    this.first = first;
    this.run = run;
  }

  /** One per place, metric and load that either side has. */
  public List<MetricRow> all() {
    List<MetricRow> costs = new ArrayList<>();
    for (Pairing pairing : pairings) {
      if (pairing.compares() && !pairing.variant().trial().once()) {
        of(pairing, costs);
      }
    }
    return costs;
  }

  private LabPlace place(Pairing pairing) {
    return new LabPlace(lab, pairing.variant().id(), pairing.place().at());
  }

  private record Key(String metric, Map<String, Value> within) {}

  private void of(Pairing pairing, List<MetricRow> costs) {
    Map<Key, Measurement> before = measured(first, pairing.before().orElseThrow());
    List<Optional<Map<Key, Measurement>>> after =
        IntStream.range(0, pairing.after().size())
            .mapToObj(
                candidate ->
                    pairing
                        .after()
                        .get(candidate)
                        .filter(point -> pairing.compares(candidate))
                        .map(point -> measured(run, point)))
            .toList();
    Map<Key, Measurement> any = new LinkedHashMap<>(before);
    after.forEach(side -> side.ifPresent(all -> all.forEach(any::putIfAbsent)));
    if (any.isEmpty() && pairing.variant().expect().isEmpty()) {
      unmeasured(pairing).ifPresent(costs::add);
    }
    any.forEach(
        (key, some) -> {
          Optional<Measurement> old = Optional.ofNullable(before.get(key));
          costs.add(
              new MetricRow(
                  place(pairing),
                  new MetricRow.Measured(
                      some.metric(),
                      some.title(),
                      some.within(),
                      some.unit(),
                      some.higherIsBetter()),
                  old.map(Measurement::estimate),
                  IntStream.range(0, after.size())
                      .mapToObj(
                          candidate ->
                              after
                                  .get(candidate)
                                  .map(
                                      all ->
                                          change(
                                              old,
                                              Optional.ofNullable(all.get(key)),
                                              obstacle(pairing, candidate))))
                      .toList()));
        });
  }

  /** What makes it inconclusive on either side; the same makes the signatures inconclusive. */
  private Optional<String> obstacle(Pairing pairing, int candidate) {
    return sides(pairing, candidate)
        .flatMap(side -> side.run().obstacle(side.point()).or(side::failure).stream())
        .findFirst();
  }

  private record Side(RunResult run, Point point) {
    /** Failed trials have no measurement, and may be those that matter. */
    Optional<String> failure() {
      return trials()
          .flatMap(trial -> trial.failure().stream())
          .findFirst()
          .map(why -> point.settings() + ": a trial failed: " + why);
    }

    Stream<TrialRecord> trials() {
      return run.trials().stream().filter(trial -> trial.point().equals(point));
    }
  }

  private Stream<Side> sides(Pairing pairing, int candidate) {
    return Stream.concat(
        pairing.before().map(point -> new Side(first, point)).stream(),
        pairing.after().get(candidate).map(point -> new Side(run, point)).stream());
  }

  /**
   * A variant that is only measured, but was not measured on any side because no trial succeeded.
   */
  private Optional<MetricRow> unmeasured(Pairing pairing) {
    List<Optional<MetricChange>> open =
        IntStream.range(0, pairing.after().size())
            .mapToObj(
                candidate ->
                    Optional.of(candidate)
                        .filter(pairing::compares)
                        .flatMap(c -> whyUnmeasured(pairing, c))
                        .map(why -> MetricChange.open(Optional.empty(), why)))
            .toList();
    return open.stream().allMatch(Optional::isEmpty)
        ? Optional.empty()
        : Optional.of(
            new MetricRow(
                place(pairing),
                new MetricRow.Measured("metrics", "all metrics", Map.of(), "", false),
                Optional.empty(),
                open));
  }

  private Optional<String> whyUnmeasured(Pairing pairing, int candidate) {
    return sides(pairing, candidate)
        .flatMap(
            side ->
                side
                    .failure()
                    .or(
                        () ->
                            side.trials().findAny().isPresent()
                                ? Optional.empty()
                                : Optional.of(
                                    side.point().settings() + ": no trial was carried out"))
                    .stream())
        .findFirst();
  }

  private static Map<Key, Measurement> measured(RunResult run, Point point) {
    Map<Key, Measurement> all = new LinkedHashMap<>();
    run.measurements().stream()
        .filter(m -> m.point().equals(point))
        .forEach(m -> all.put(new Key(m.metric(), m.within()), m));
    return all;
  }

  private MetricChange change(
      Optional<Measurement> before, Optional<Measurement> after, Optional<String> obstacle) {
    if (obstacle.isPresent()) {
      return MetricChange.open(after.map(Measurement::estimate), obstacle.get());
    }
    if (before.isEmpty() || after.isEmpty()) {
      return MetricChange.open(after.map(Measurement::estimate), "measured on one side only");
    }
    if (!before.get().unit().equals(after.get().unit())
        || before.get().higherIsBetter() != after.get().higherIsBetter()) {
      return MetricChange.open(
          after.map(Measurement::estimate), "measured in another unit or direction");
    }
    return MetricChange.of(comparer.compare(before.get(), after.get()));
  }
}
