package dev.faultlab.verdict;

import dev.faultlab.lab.Cure;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.plan.PointExpectation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A point as the control of other points: with the opposite expectation, it shows that the fault
 * can be seen, or that it is not seen everywhere.
 *
 * @param side the point and its expectation
 * @param judgement of the finding against the expectation
 * @param reason one sentence; in a contradiction it names both
 */
public record Control(PointExpectation side, Judgement judgement, String reason) {

  /** The outcomes of a run as controls. */
  public static List<Control> in(List<Outcome> outcomes) {
    return outcomes.stream()
        .map(outcome -> new Control(outcome.side(), outcome.judgement(), outcome.reason()))
        .toList();
  }

  /**
   * The control that leaves a side inconclusive, if there is one.
   *
   * @param side that depends on its controls
   * @param candidates controls of the run
   * @param lasting those that contradict the lab for every comparison. One of them is enough. Any
   *     other may be a change that the comparison finds, so one agreeing control outweighs it
   */
  public static Optional<Control> opposing(
      PointExpectation side, List<Control> candidates, Predicate<Control> lasting) {
    List<Control> controls = candidates.stream().filter(c -> c.side.opposes(side)).toList();
    boolean held = controls.stream().anyMatch(Control::agrees);
    return controls.stream().filter(c -> c.contradicts() && (!held || lasting.test(c))).findFirst();
  }

  /** Whether some of these contradict the lab and none agrees with it. */
  public static boolean allContradict(List<Control> sides) {
    return sides.stream().anyMatch(Control::contradicts)
        && sides.stream().noneMatch(Control::agrees);
  }

  /** Whether it shows the fault, as expected, at the same settings as another point. */
  public boolean shows(Control other) {
    return agrees()
        && side.presence() == Presence.PRESENT
        && side.point().agreesWith(other.side.point(), Set.of(Cure.AXIS));
  }

  public boolean contradicts() {
    return judgement == Judgement.CONTRADICTED;
  }

  private boolean agrees() {
    return judgement == Judgement.AS_EXPECTED;
  }

  /**
   * Why a side that depends on it is inconclusive.
   *
   * @param name of its point
   */
  public String words(String name) {
    return "its control " + name + " contradicts the lab: " + reason;
  }
}
