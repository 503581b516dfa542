package dev.faultlab.diagnose;

import dev.faultlab.capture.packet.MemoryBudget;
import java.util.List;

/** All detectors, in the order in which their findings are printed. */
final class Detectors {
  /** New ones for each capture, because they have state, within the memory budget. */
  static List<Detector> create(MemoryBudget budget) {
    return List.of(
        new WindowScaleMismatchDetector(budget),
        new NoScalingDetector(budget),
        new SerialisedDetector(budget),
        new StampedeDetector(budget),
        new PerRequestDetector(budget),
        new SearchListDetector(budget),
        new LostReplyDetector(budget),
        new DeadResolverDetector(budget),
        new DeadConnectionDetector(budget),
        new OutdatedAddressDetector(budget),
        new MtuBlackHoleDetector(budget),
        new UnansweredAttemptsDetector(budget),
        new LateHandshakesDetector(budget),
        new IdleResetDetector(budget),
        new AnswerFromElsewhereDetector(budget),
        new EdnsDroppedDetector(budget),
        new TruncatedUnfetchableDetector(budget),
        new AaaaErrorDetector(budget),
        new LargeHelloDetector(budget),
        new NagleDetector(budget));
  }
}
