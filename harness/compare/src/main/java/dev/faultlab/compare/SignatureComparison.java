package dev.faultlab.compare;

import java.util.Optional;

/**
 * How a signature changed between two sides.
 *
 * @param reason one sentence; for a side that does not start, with the end of its log
 */
public record SignatureComparison(Change change, String reason) {

  /**
   * Compares; one trial is enough to show a fault, while an absence needs every trial.
   *
   * @param unseen why an absence proves nothing; empty if the fault could have been seen
   */
  public static SignatureComparison of(
      ObservedSignature before, ObservedSignature after, Optional<String> unseen) {
    if (before.failure().isPresent()) {
      return unclear(at(before, "it does not start: " + before.failure().get()));
    }
    if (after.failure().isPresent()) {
      return new SignatureComparison(Change.DOES_NOT_START, after.failure().get());
    }
    if (after.shows()) {
      if (before.isAbsent()) {
        return new SignatureComparison(Change.APPEARED, after.reason());
      }
      return before.shows() ? still(before, after, Change.STILL_THERE) : unclear(of(before));
    }
    if (!after.isAbsent()) {
      return unclear(at(after, after.reason()));
    }
    if (!before.isAlwaysPresent() && !before.isAbsent()) {
      return unclear(of(before));
    }
    if (unseen.isPresent()) {
      return unclear(unseen.get());
    }
    return before.isAlwaysPresent()
        ? new SignatureComparison(Change.GONE, after.reason())
        : still(before, after, Change.STILL_ABSENT);
  }

  private static SignatureComparison unclear(String why) {
    return new SignatureComparison(Change.CANNOT_TELL, why);
  }

  private static SignatureComparison still(
      ObservedSignature before, ObservedSignature after, Change change) {
    return new SignatureComparison(
        before.codes().equals(after.codes()) ? change : Change.CHANGED_REASON, after.reason());
  }

  private static String of(ObservedSignature before) {
    return at(before, before.shows() ? "its trials disagree, " + before.words() : before.reason());
  }

  /** A service has no settings. */
  private static String at(ObservedSignature side, String words) {
    return side.point().at().isEmpty() ? words : side.point().settings() + ": " + words;
  }
}
