package dev.faultlab.diagnose;

import java.util.ArrayList;
import java.util.List;

/** Where a detector puts what it concludes, under its own name. */
final class Conclusions {
  private final Detector detector;
  private final List<Finding> findings = new ArrayList<>();
  private final List<Diagnosis.Undecided> undecided = new ArrayList<>();

  Conclusions(Detector detector) {
    this.detector = detector;
  }

  /** As {@link Finding} has it, which gets its id and its lab from the detector. */
  void found(
      Finding.Confidence confidence,
      String subject,
      String where,
      List<Long> frames,
      String filter,
      String why,
      String not,
      String remedy) {
    findings.add(
        new Finding(
            detector.finds(),
            confidence,
            subject,
            where,
            frames,
            filter,
            why,
            not,
            remedy,
            detector.lab()));
  }

  void undecided(String why) {
    undecided.add(new Diagnosis.Undecided(detector.finds(), why));
  }

  List<Finding> findings() {
    return findings;
  }

  List<Diagnosis.Undecided> undecided() {
    return undecided;
  }
}
