package dev.faultlab.diagnose;

import dev.faultlab.capture.ledger.Destination;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Collects a detector's conclusions under its id. */
final class Conclusions {
  /** Limit per kind; the number of the others is printed. */
  private static final int MAX_PER_KIND = 200;

  private final Detector detector;
  final List<Finding> findings = new ArrayList<>();
  final List<Diagnosis.Suspicion> undecided = new ArrayList<>();
  private long findingsLeftOut;
  private long undecidedLeftOut;

  Conclusions(Detector detector) {
    this.detector = detector;
  }

  /** With the sentences of findings.properties, of which {@code why} takes the values. */
  void report(boolean certain, Finding.Place place, Object... values) {
    reportAs("", certain, place, values);
  }

  /** Reports a case of the finding that has its own sentences. */
  void reportAs(String caseId, boolean certain, Finding.Place place, Object... values) {
    reportAs(caseId, detector.lab, certain, place, values);
  }

  /** Reports a finding that another lab shows. */
  void reportAs(
      String caseId,
      Optional<LabFault> lab,
      boolean certain,
      Finding.Place place,
      Object... values) {
    FindingId id = detector.findingId;
    add(
        lab,
        certain,
        place,
        FindingTexts.of(id, caseId, "why", values),
        FindingTexts.of(id, caseId, "not"),
        FindingTexts.of(id, caseId, "doubt", values),
        FindingTexts.of(id, caseId, "do"));
  }

  /**
   * As for {@link Finding}, which gets its id from the detector.
   *
   * @param doubt what speaks against it if it is not certain; may be empty
   */
  void add(
      Optional<LabFault> lab,
      boolean certain,
      Finding.Place place,
      String why,
      String not,
      String doubt,
      String remedy) {
    if (findings.size() == MAX_PER_KIND) {
      findingsLeftOut++;
      return;
    }
    Finding finding =
        new Finding(detector.findingId, Finding.Confidence.CERTAIN, place, why, not, remedy, lab);
    findings.add(certain ? finding : finding.withDoubt(doubt));
  }

  /** About connections; nothing if there are none. */
  void undecided(Examples connections, String text) {
    if (!connections.isEmpty()) {
      undecided(connections.count() + " connections " + text + ": " + connections);
    }
  }

  void undecided(String why) {
    if (undecided.size() == MAX_PER_KIND) {
      undecidedLeftOut++;
      return;
    }
    undecided.add(new Diagnosis.Suspicion(detector.findingId, why));
  }

  /** Says that the findings that this reports rest on a sample, if that is so. */
  void reportOf(Destination dest, boolean isSample, Runnable report) {
    int first = findings.size();
    report.run();
    if (isSample) {
      long kept = dest.connections().count();
      findings.subList(first, findings.size()).replaceAll(one -> one.ofSample(kept, dest.count()));
    }
  }

  /** Adds how many there are beyond the kept ones. */
  List<String> leftOut() {
    return Stream.of(findingsLeftOut + " findings", undecidedLeftOut + " doubts")
        .filter(each -> !each.startsWith("0 "))
        .map(each -> each + " of " + detector.findingId.id() + " beyond the first " + MAX_PER_KIND)
        .toList();
  }
}
