package dev.faultlab.diagnose;

import dev.faultlab.capture.CapturePart;
import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.Coverage.Kind;
import dev.faultlab.capture.Extent;
import dev.faultlab.capture.file.Capture;
import dev.faultlab.capture.ledger.ConnectionLedger;
import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.capture.packet.ForeignLink;
import java.io.IOException;
import java.util.List;

/**
 * The detectors' conclusions about a capture.
 *
 * <pre>{@code
 * Diagnosis diagnosis = Diagnosis.of(Capture.read(Path.of("failed.pcap")));
 * for (Finding each : diagnosis.findings()) {
 *   System.out.println(each.id() + " in frames " + each.frames() + ": " + each.why());
 * }
 * }</pre>
 *
 * <p>No finding is no proof of health: see {@link #judged}, {@link #undecided} and {@link #unseen}.
 *
 * @param findings faults, in the order of {@link FindingId}
 * @param undecided suspicions that the capture neither confirms nor rules out
 * @param unseen what could not be seen, so that silence is not taken for health
 * @param totals how much was read
 * @param ledger every connection attempt, and every connection's end, by destination
 * @param parts the files that it was read from; empty for a stream
 * @param extent how far the capture could be read
 * @param judged false if the capture has nothing that could be judged
 */
public record Diagnosis(
    List<Finding> findings,
    List<Suspicion> undecided,
    List<String> unseen,
    Totals totals,
    ConnectionLedger ledger,
    List<CapturePart> parts,
    Extent extent,
    boolean judged) {

  /**
   * Runs all detectors over a capture, in one pass. Memory is bounded; {@link #unseen} names what
   * did not fit.
   *
   * @param capture whose files are still in their place
   * @return their conclusions
   * @throws IOException when a file cannot be read, never because of its contents
   */
  public static Diagnosis of(Capture capture) throws IOException {
    try (CaptureReader reader = CaptureReader.open(capture.files())) {
      return Diagnose.run(reader);
    }
  }

  /** {@return the message for a capture with nothing to judge} */
  public String nothingToJudge() {
    return nothingToJudge(extent.coverage());
  }

  static String nothingToJudge(Coverage coverage) {
    boolean isForeign =
        coverage.frames() > 0 && coverage.count(Kind.UNSUPPORTED_LINK) == coverage.frames();
    return "nothing could be judged: "
        + coverage
            .unsupportedLinkType()
            .filter(type -> isForeign)
            .map(ForeignLink::sentence)
            .orElse("no DNS query and no TCP handshake is in this capture");
  }

  /**
   * A suspicion that is inconclusive.
   *
   * @param id the suspected fault
   * @param why it is suspected, and what is missing
   */
  public record Suspicion(FindingId id, String why) {}

  /**
   * How much was read.
   *
   * @param connections TCP connections
   * @param lookups lookups of all names, markers included
   * @param names names that were looked up
   */
  public record Totals(long connections, long lookups, long names) {}
}
