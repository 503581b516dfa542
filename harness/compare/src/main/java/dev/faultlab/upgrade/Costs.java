package dev.faultlab.upgrade;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Effects;
import dev.faultlab.effect.Measurement;
import dev.faultlab.effect.Median;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunResult.TrialResult;
import dev.faultlab.upgrade.Cost.Direction;
import dev.faultlab.upgrade.Cost.Shift;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What got slower or faster: beyond chance, beyond what two halves of one side differ by, and
 * beyond what was asked for.
 */
final class Costs {
  private static final double SIGNIFICANT = 0.05;

  private final double worseThan;
  private final Scope scope;
  private final RunResult run;

  Costs(double worseThan, Scope scope, RunResult run) {
    this.worseThan = worseThan;
    this.scope = scope;
    this.run = run;
  }

  /** One per place, metric and load, where any side has it. */
  List<Cost> all() {
    List<Cost> costs = new ArrayList<>();
    for (Pairing pairing : scope.pairings()) {
      if (pairing.compares() && !pairing.variant().trial().once()) {
        of(pairing, costs);
      }
    }
    return costs;
  }

  private record Key(String metric, Map<String, Value> within) {}

  private void of(Pairing pairing, List<Cost> costs) {
    Map<Key, Measurement> before = measured(pairing.before().orElseThrow());
    List<Optional<Map<Key, Measurement>>> after =
        IntStream.range(0, pairing.after().size())
            .mapToObj(
                candidate ->
                    pairing
                        .after()
                        .get(candidate)
                        .filter(point -> pairing.compares(candidate))
                        .map(this::measured))
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
              new Cost(
                  scope.lab().name(),
                  pairing.variant().id(),
                  pairing.place().at(),
                  some.metric(),
                  some.title(),
                  some.within(),
                  some.unit(),
                  some.higherIsBetter(),
                  old.map(Measurement::estimate),
                  IntStream.range(0, after.size())
                      .mapToObj(
                          candidate ->
                              after
                                  .get(candidate)
                                  .map(
                                      all ->
                                          shift(
                                              old,
                                              Optional.ofNullable(all.get(key)),
                                              obstacle(pairing, candidate))))
                      .toList()));
        });
  }

  /** What leaves it open on either side; it does so for the signatures as well. */
  private Optional<String> obstacle(Pairing pairing, int candidate) {
    return sides(pairing, candidate)
        .flatMap(point -> run.obstacle(point).or(() -> failure(point)).stream())
        .findFirst();
  }

  private static Stream<Point> sides(Pairing pairing, int candidate) {
    return Stream.of(pairing.before(), pairing.after().get(candidate)).flatMap(Optional::stream);
  }

  /** Trials that failed are not among what was measured, and may be those that matter. */
  private Optional<String> failure(Point point) {
    return trials(point)
        .flatMap(trial -> trial.failure().stream())
        .findFirst()
        .map(why -> point.settings() + ": a trial failed: " + why);
  }

  private Stream<TrialResult> trials(Point point) {
    return run.trials().stream().filter(trial -> trial.point().equals(point));
  }

  /** A variant that is only measured, and was measured on no side, because none could be. */
  private Optional<Cost> unmeasured(Pairing pairing) {
    List<Optional<Shift>> open =
        IntStream.range(0, pairing.after().size())
            .mapToObj(
                candidate ->
                    Optional.of(candidate)
                        .filter(pairing::compares)
                        .flatMap(c -> whyUnmeasured(pairing, c))
                        .map(why -> open(Optional.empty(), why)))
            .toList();
    return open.stream().allMatch(Optional::isEmpty)
        ? Optional.empty()
        : Optional.of(
            new Cost(
                scope.lab().name(),
                pairing.variant().id(),
                pairing.place().at(),
                "metrics",
                "all metrics",
                Map.of(),
                "",
                false,
                Optional.empty(),
                open));
  }

  private Optional<String> whyUnmeasured(Pairing pairing, int candidate) {
    return sides(pairing, candidate)
        .flatMap(
            point ->
                failure(point)
                    .or(
                        () ->
                            trials(point).findAny().isPresent()
                                ? Optional.empty()
                                : Optional.of(point.settings() + ": no trial was carried out"))
                    .stream())
        .findFirst();
  }

  private Map<Key, Measurement> measured(Point point) {
    Map<Key, Measurement> all = new LinkedHashMap<>();
    run.measurements().stream()
        .filter(m -> m.point().equals(point))
        .forEach(m -> all.put(new Key(m.metric(), m.within()), m));
    return all;
  }

  private Shift shift(
      Optional<Measurement> before, Optional<Measurement> after, Optional<String> obstacle) {
    if (obstacle.isPresent()) {
      return open(after, obstacle.get());
    }
    if (before.isEmpty() || after.isEmpty()) {
      return open(after, "measured on one side only");
    }
    return shift(before.get(), after.get(), worseThan);
  }

  private static Shift open(Optional<Measurement> after, String why) {
    return new Shift(
        after.map(Measurement::estimate),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Direction.CANNOT_TELL,
        why);
  }

  /** Where a metric went between two measurements. */
  static Shift shift(Measurement before, Measurement after, double worseThan) {
    Effect effect = Effects.between(after, before);
    int half = Math.min(before.samples().size(), after.samples().size()) / 2;
    if (half < Effect.MINIMUM_SAMPLES) {
      return shift(
          effect,
          Optional.empty(),
          Direction.CANNOT_TELL,
          half
              + " trials in half of a side; at least "
              + Effect.MINIMUM_SAMPLES
              + " are needed to claim anything");
    }
    double noise = Math.max(halves(before.samples()), halves(after.samples()));
    Optional<Double> bounded = Optional.of(noise).filter(Double::isFinite);
    if (effect.p() < SIGNIFICANT && bounded.isEmpty()) {
      return shift(
          effect, bounded, Direction.CANNOT_TELL, "the halves of one side differ without bound");
    }
    if (effect.p() >= SIGNIFICANT || !effect.beyond(Math.max(1 + worseThan, noise))) {
      return shift(effect, bounded, Direction.SAME, "within noise or the limit");
    }
    boolean better =
        after.estimate().median() > before.estimate().median() == before.higherIsBetter();
    return shift(
        effect, bounded, better ? Direction.BETTER : Direction.WORSE, "beyond noise and the limit");
  }

  private static Shift shift(
      Effect effect, Optional<Double> noise, Direction direction, String reason) {
    return new Shift(
        Optional.of(effect.faultMedian()),
        effect.ratio(),
        Optional.of(effect.p()),
        noise,
        direction,
        reason);
  }

  /**
   * A against A: the factor between the medians of every other trial, at least 1, and infinite
   * where one of them is zero. The halves lie in the same time and on the same stack.
   */
  private static double halves(List<Double> samples) {
    List<Double> odd = every(samples, 1);
    List<Double> even = every(samples, 0);
    double one = Median.of(odd);
    double other = Median.of(even);
    double low = Math.min(one, other);
    return one == other ? 1 : Math.max(one, other) / low;
  }

  private static List<Double> every(List<Double> samples, int rest) {
    return IntStream.range(0, samples.size())
        .filter(i -> i % 2 == rest)
        .mapToObj(samples::get)
        .toList();
  }
}
