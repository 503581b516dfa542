package dev.faultlab.report.page;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Measurement;
import dev.faultlab.point.Point;
import java.util.List;
import java.util.Optional;

/**
 * The one effect of a point for a table cell: of the metric that the lab declares first, at the
 * last load of its series, which is the highest.
 *
 * @param measurement the point's own number
 * @param effect against the first control, for a faulty point
 */
public record Headline(Measurement measurement, Optional<Effect> effect) {

  /** Empty for a point without measurements. */
  static Optional<Headline> of(Point point, List<Measurement> measurements, List<Effect> effects) {
    if (effects.isEmpty()) {
      return last(measurements).map(m -> new Headline(m, Optional.empty()));
    }
    Effect first = effects.get(0);
    List<Effect> series =
        effects.stream()
            .filter(e -> e.metric().equals(first.metric()))
            .filter(e -> e.fault().equals(first.fault()) && e.control().equals(first.control()))
            .toList();
    Effect shown = series.get(series.size() - 1);
    return measurements.stream()
        .filter(m -> m.metric().equals(shown.metric()))
        .filter(m -> m.within().equals(shown.within()))
        .findFirst()
        .map(m -> new Headline(m, Optional.of(shown).filter(e -> e.fault().equals(point))));
  }

  private static Optional<Measurement> last(List<Measurement> measurements) {
    return measurements.stream()
        .filter(m -> m.metric().equals(measurements.get(0).metric()))
        .reduce((earlier, later) -> later);
  }
}
