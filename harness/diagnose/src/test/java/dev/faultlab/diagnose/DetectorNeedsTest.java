package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.packet.MemoryBudget;
import org.junit.jupiter.api.Test;

/** Which findings stay certain when DNS does not fit into memory. */
class DetectorNeedsTest {
  @Test
  void connectionsAloneDecideTheFindingsOfTcp() {
    assertThat(Detectors.create(new MemoryBudget()))
        .filteredOn(Detector::needsNoDns)
        .extracting(each -> each.findingId)
        .containsExactlyInAnyOrder(
            FindingId.WINDOW_SCALE_MISMATCH,
            FindingId.NO_WINDOW_SCALING,
            FindingId.DEAD_CONNECTION,
            FindingId.MTU_BLACK_HOLE,
            FindingId.UNANSWERED_ATTEMPTS,
            FindingId.LATE_HANDSHAKES,
            FindingId.IDLE_RESET,
            FindingId.LARGE_HELLO,
            FindingId.NAGLE_DELAYED_ACK);
  }
}
