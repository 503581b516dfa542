package dev.faultlab.diagnose;

import dev.faultlab.capture.dns.DnsExchange;
import dev.faultlab.capture.tcp.TcpConnection;
import java.util.Optional;

/**
 * Looks for one fault in a capture. It is told of connections and queries as their fates become
 * known, and concludes once, when everything has been read. A new one is a class, its test, its
 * section in docs/diagnose.md and one line in {@link Detectors}.
 */
abstract class Detector {
  private final FindingId finds;
  private final Optional<LabFault> lab;

  /**
   * @param lab that shows the fault and its fix, where there is one
   */
  Detector(FindingId finds, Optional<LabFault> lab) {
    this.finds = finds;
    this.lab = lab;
  }

  final FindingId finds() {
    return finds;
  }

  final Optional<LabFault> lab() {
    return lab;
  }

  /** A connection is over, or the capture is. */
  void connection(TcpConnection connection) {}

  /** What became of a query is known. */
  void exchange(DnsExchange exchange) {}

  /** Whether it looks at connections alone, so that DNS that was left out changes nothing. */
  boolean needsNoDns() {
    return false;
  }

  /** Says what was found and what stays undecided. */
  abstract void conclude(CaptureFacts facts, Conclusions out);
}
