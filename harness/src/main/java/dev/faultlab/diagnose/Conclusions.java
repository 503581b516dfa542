package dev.faultlab.diagnose;

import java.util.ArrayList;
import java.util.List;

/** Where detectors put what they conclude. */
final class Conclusions {
  private final List<Finding> findings = new ArrayList<>();
  private final List<Diagnosis.Undecided> undecided = new ArrayList<>();
  private final List<String> unseen = new ArrayList<>();

  void found(Finding finding) {
    findings.add(finding);
  }

  void undecided(FindingId id, String why) {
    undecided.add(new Diagnosis.Undecided(id, why));
  }

  void unseen(String what) {
    unseen.add(what);
  }

  List<Finding> findings() {
    return findings;
  }

  List<Diagnosis.Undecided> undecided() {
    return undecided;
  }

  List<String> unseen() {
    return unseen;
  }
}
