package dev.faultlab.report.page;

import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.verdict.Outcome;
import java.util.Set;

/** Which outcomes are the two sides of one comparison. */
final class Sides {
  private Sides() {}

  /**
   * A fault and its control: the same signature, expected on one side only, at points that agree on
   * every common axis. Points of one variant may differ on the axes that its expectation depends
   * on: there the version is the control.
   */
  static boolean of(Outcome fault, Outcome control) {
    Set<String> apart =
        fault.point().variant().equals(control.point().variant()) ? fault.dependsOn() : Set.of();
    return fault.signature().equals(control.signature())
        && fault.expectation().presence() == Presence.PRESENT
        && control.expectation().presence() == Presence.ABSENT
        && fault.point().agreesWith(control.point(), apart);
  }
}
