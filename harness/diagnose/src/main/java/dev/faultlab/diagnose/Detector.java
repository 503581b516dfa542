package dev.faultlab.diagnose;

import dev.faultlab.capture.dns.DnsExchange;
import dev.faultlab.capture.tcp.TcpConnection;
import java.util.Optional;

/**
 * Looks for one fault in a capture. It is told of connections and queries as their fates become
 * known, and concludes once, when everything has been read. A new one is a class, its test, its
 * section in docs/diagnose.md and one line in {@link Detectors}.
 */
interface Detector {
  /** What it finds. */
  FindingId finds();

  /** The lab that shows the fault and its cure, where there is one. */
  Optional<LabFault> lab();

  /** A connection is over, or the capture is. */
  default void connection(TcpConnection connection) {}

  /** What became of a query is known. */
  default void exchange(DnsExchange exchange) {}

  /** Whether it looks at connections alone, so that DNS that was left out changes nothing. */
  default boolean needsNoDns() {
    return false;
  }

  /** Says what was found and what stays undecided. */
  void conclude(CaptureFacts facts, Conclusions out);
}
