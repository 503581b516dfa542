package dev.faultlab.effect;

import dev.faultlab.lab.EffectSpec;
import dev.faultlab.plan.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Sets faulty cells against their controls. */
public final class Effects {
  private static final double SIGNIFICANT = 0.05;

  private Effects() {}

  /**
   * One effect per pair of a faulty cell and a control at the same point of the matrix, and per
   * label that both have. A control without an axis of the faulty cell stands for every value of
   * it.
   *
   * @return in the order of the specifications, cells, controls and labels
   */
  public static List<Effect> of(
      List<EffectSpec> specs, List<Cell> cells, List<Measurement> measurements) {
    List<Effect> effects = new ArrayList<>();
    for (EffectSpec spec : specs) {
      for (Cell fault : ofVariant(cells, spec.fault())) {
        for (String variant : spec.controls()) {
          for (Cell control : ofVariant(cells, variant)) {
            if (samePoint(fault.point(), control.point())) {
              pairs(spec.metric(), fault.id(), control.id(), measurements, effects);
            }
          }
        }
      }
    }
    return effects;
  }

  /** The effect between two measurements of the same metric. */
  public static Effect between(Measurement fault, Measurement control) {
    var ratio = Bootstrap.ratio(fault.samples(), control.samples());
    double p = MannWhitney.p(fault.samples(), control.samples());
    boolean enough =
        fault.samples().size() >= Effect.MINIMUM_SAMPLES
            && control.samples().size() >= Effect.MINIMUM_SAMPLES;
    // Without a ratio (a control at zero) the ranks alone speak.
    boolean apart = ratio.map(r -> r.low() > 1 || r.high() < 1).orElse(true);
    return new Effect(
        fault.metric(),
        fault.label(),
        fault.cell(),
        control.cell(),
        fault.estimate(),
        control.estimate(),
        ratio,
        p,
        enough && p < SIGNIFICANT && apart);
  }

  private static void pairs(
      String metric,
      String fault,
      String control,
      List<Measurement> measurements,
      List<Effect> effects) {
    for (Measurement above : measurements) {
      if (above.metric().equals(metric) && above.cell().equals(fault)) {
        measurements.stream()
            .filter(m -> m.metric().equals(metric) && m.cell().equals(control))
            .filter(m -> m.label().equals(above.label()))
            .forEach(below -> effects.add(between(above, below)));
      }
    }
  }

  private static List<Cell> ofVariant(List<Cell> cells, String variant) {
    return cells.stream().filter(c -> c.variant().id().equals(variant)).toList();
  }

  private static boolean samePoint(Map<String, String> one, Map<String, String> other) {
    return one.entrySet().stream()
        .allMatch(e -> e.getValue().equals(other.getOrDefault(e.getKey(), e.getValue())));
  }
}
