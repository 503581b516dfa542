package dev.faultlab.diagnose;

import java.util.List;

/** All detectors, in the order in which their findings are printed. */
final class Detectors {
  private Detectors() {}

  /** New ones for each capture: they remember what they saw. */
  static List<Detector> all() {
    return List.of(
        new MismatchDetector(),
        new NoScalingDetector(),
        new SerialisedDetector(),
        new StampedeDetector(),
        new PerRequestDetector(),
        new SearchListDetector(),
        new LostReplyDetector(),
        new DeadResolverDetector());
  }
}
