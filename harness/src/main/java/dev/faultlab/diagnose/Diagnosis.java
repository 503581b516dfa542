package dev.faultlab.diagnose;

import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.End;
import java.util.List;

/**
 * Everything that the detectors say about a capture.
 *
 * @param undecided suspicions that the capture can neither confirm nor rule out
 * @param unseen what could not be seen, so that silence is not taken for health
 * @param analysable false where the capture holds nothing that could be analysed
 */
public record Diagnosis(
    List<Finding> findings,
    List<Undecided> undecided,
    List<String> unseen,
    Totals totals,
    Coverage coverage,
    End end,
    boolean analysable) {

  public Diagnosis {
    findings = List.copyOf(findings);
    undecided = List.copyOf(undecided);
    unseen = List.copyOf(unseen);
  }

  /** A suspicion and why it stays one. */
  public record Undecided(FindingId id, String why) {}

  /** How much was looked at. */
  public record Totals(long connections, long lookups, long names) {}
}
