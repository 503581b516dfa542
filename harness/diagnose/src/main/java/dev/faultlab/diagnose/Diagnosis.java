package dev.faultlab.diagnose;

import dev.faultlab.capture.CaptureReader;
import dev.faultlab.capture.CaptureScan;
import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.ForeignLink;
import dev.faultlab.capture.Packet.Kind;
import java.util.List;

/**
 * Everything that the detectors say about a capture.
 *
 * @param undecided suspicions that the capture can neither confirm nor rule out
 * @param unseen what could not be seen, so that silence is not taken for health
 * @param parts the files that it was read from, where it was read from files
 * @param judged false where nothing in the capture could have been found faulty or healthy
 */
public record Diagnosis(
    List<Finding> findings,
    List<Undecided> undecided,
    List<String> unseen,
    Totals totals,
    List<CaptureReader.Part> parts,
    CaptureScan.Scanned scanned,
    boolean judged) {

  public Diagnosis {
    findings = List.copyOf(findings);
    undecided = List.copyOf(undecided);
    unseen = List.copyOf(unseen);
    parts = List.copyOf(parts);
  }

  /** What is said of the capture when nothing in it could be judged. */
  public String nothingToJudge() {
    return nothingToJudge(scanned.coverage());
  }

  static String nothingToJudge(Coverage coverage) {
    boolean foreign =
        coverage.frames() > 0 && coverage.count(Kind.UNSUPPORTED_LINK) == coverage.frames();
    return "nothing could be judged: "
        + coverage
            .unsupportedLinkType()
            .filter(type -> foreign)
            .map(ForeignLink::sentence)
            .orElse("no DNS query and no TCP handshake is in this capture");
  }

  /** A suspicion and why it stays one. */
  public record Undecided(FindingId id, String why) {}

  /** How much was looked at. */
  public record Totals(long connections, long lookups, long names) {}
}
