package dev.faultlab.diagnose;

import dev.faultlab.capture.packet.MemoryBudget;
import java.util.Optional;

/**
 * A detector that only uses connections. Those that show its fault it may keep, however rare they
 * are. What others lack, it must know of all of them: the ledger keeps a sample of some, which
 * {@link LedgerDetector} says in its findings.
 */
abstract class ConnectionDetector extends Detector {
  ConnectionDetector(FindingId findingId, Optional<LabFault> lab, MemoryBudget budget) {
    super(findingId, lab, budget);
  }

  @Override
  final boolean needsNoDns() {
    return true;
  }
}
