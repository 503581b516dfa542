package dev.faultlab.effect;

import dev.faultlab.lab.EffectSpec;
import dev.faultlab.point.Point;
import dev.faultlab.point.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/** Compares faulty points with their controls. */
public final class Effects {
  private static final double SIGNIFICANT = 0.05;

  private Effects() {}

  /**
   * One effect per pair of a faulty point and a control, and per load that both have. The two agree
   * on every axis that neither side of the specification names.
   *
   * @param alike whether two points were measured under the same conditions
   * @return in the order of the specifications, faulty points, controls and loads
   */
  public static List<Effect> of(
      List<EffectSpec> specs, List<Measurement> measured, BiPredicate<Point, Point> alike) {
    List<Effect> effects = new ArrayList<>();
    for (EffectSpec spec : specs) {
      List<Measurement> measurements =
          measured.stream().filter(m -> m.metric().equals(spec.metric())).toList();
      for (Point fault : points(measurements, spec.fault())) {
        for (Selector side : spec.controls()) {
          for (Point control : points(measurements, side)) {
            if (spec.sets(fault, control, side) && alike.test(fault, control)) {
              pairs(atPoint(measurements, fault), atPoint(measurements, control), effects);
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
    // Without a ratio (a control at zero) only the ranks count.
    boolean intervalExcludesOne = ratio.map(r -> r.low() > 1 || r.high() < 1).orElse(true);
    return new Effect(
        fault.metric(),
        fault.within(),
        fault.point(),
        control.point(),
        fault.estimate(),
        control.estimate(),
        ratio,
        p,
        enough && p < SIGNIFICANT && intervalExcludesOne);
  }

  private static void pairs(
      List<Measurement> above, List<Measurement> below, List<Effect> effects) {
    for (Measurement fault : above) {
      below.stream()
          .filter(m -> m.within().equals(fault.within()))
          .forEach(control -> effects.add(between(fault, control)));
    }
  }

  private static List<Measurement> atPoint(List<Measurement> measured, Point point) {
    return measured.stream().filter(m -> m.point().equals(point)).toList();
  }

  private static List<Point> points(List<Measurement> measured, Selector selector) {
    return measured.stream().map(Measurement::point).filter(selector::matches).distinct().toList();
  }
}
