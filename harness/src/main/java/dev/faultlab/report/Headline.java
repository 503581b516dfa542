package dev.faultlab.report;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Measurement;
import java.util.List;
import java.util.Optional;

/**
 * The one effect of a cell that fits into a table: of the metric that the lab declares first, at
 * the last label of its series, which is the highest load.
 *
 * @param measurement the cell's own number
 * @param effect against the first control, for a faulty cell
 */
public record Headline(Measurement measurement, Optional<Effect> effect) {

  /** Empty for a cell that nothing was measured in. */
  public static Optional<Headline> of(RunResult result, String cell) {
    List<Effect> effects =
        result.effects().stream()
            .filter(e -> e.fault().equals(cell) || e.control().equals(cell))
            .toList();
    if (effects.isEmpty()) {
      return last(result.measurements().stream().filter(m -> m.cell().equals(cell)).toList())
          .map(m -> new Headline(m, Optional.empty()));
    }
    Effect first = effects.get(0);
    List<Effect> series =
        effects.stream()
            .filter(e -> e.metric().equals(first.metric()))
            .filter(e -> e.fault().equals(first.fault()) && e.control().equals(first.control()))
            .toList();
    Effect shown = series.get(series.size() - 1);
    return result.measurements().stream()
        .filter(m -> m.cell().equals(cell) && m.metric().equals(shown.metric()))
        .filter(m -> m.label().equals(shown.label()))
        .findFirst()
        .map(m -> new Headline(m, Optional.of(shown).filter(e -> e.fault().equals(cell))));
  }

  private static Optional<Measurement> last(List<Measurement> measurements) {
    return measurements.stream()
        .filter(m -> m.metric().equals(measurements.get(0).metric()))
        .reduce((earlier, later) -> later);
  }
}
