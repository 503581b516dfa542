package dev.faultlab.diagnose;

import dev.faultlab.capture.CaptureReader;
import dev.faultlab.capture.CaptureScan;
import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.ForeignLink;
import dev.faultlab.capture.Packet.Kind;
import java.util.List;

/**
 * The detectors' conclusions about a capture.
 *
 * @param undecided suspicions that the capture neither confirms nor rules out
 * @param unseen what could not be seen, so that silence is not taken for health
 * @param parts the files that it was read from; empty for a stream
 * @param judged false if the capture has nothing that could be judged
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

  /** The message for a capture with nothing to judge. */
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

  /** A suspicion, and why it is inconclusive. */
  public record Undecided(FindingId id, String why) {}

  /** How much was read. */
  public record Totals(long connections, long lookups, long names) {}
}
