package dev.faultlab.diagnose;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.Optional;

/**
 * Looks for one fault in a capture. It receives connections and queries as their outcomes become
 * known, and concludes once, when everything has been read. A new one is a class, its test, its
 * section in docs/reference/findings.md and one line each in {@link FindingId} and {@link
 * Detectors}.
 */
abstract class Detector {
  /** How often something has to happen that may happen once by chance. */
  static final int MIN_COUNT = 3;

  static final long SECOND = 1_000_000_000L;

  final FindingId findingId;
  final Optional<LabFault> lab;
  final MemoryBudget budget;

  /**
   * @param lab that shows the fault and its fix, if there is one
   * @param budget of all detectors, for what they keep
   */
  Detector(FindingId findingId, Optional<LabFault> lab, MemoryBudget budget) {
    this.findingId = findingId;
    this.lab = lab;
    this.budget = budget;
  }

  /** A connection has ended, or the capture has. */
  void connection(TcpConnection connection) {}

  /** The outcome of a query is known. */
  void exchange(DnsExchange exchange) {}

  /** Whether it only uses connections, so that omitted DNS changes nothing. */
  boolean needsNoDns() {
    return false;
  }

  /** A sentence of the detector's texts, with the values filled in. */
  final String text(String name, Object... values) {
    return FindingTexts.text(findingId, name, values);
  }

  /** Reports findings, and suspicions that stay inconclusive. */
  abstract void conclude(CaptureFacts facts, Conclusions out);
}
