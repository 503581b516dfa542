package dev.faultlab.fact;

/** Evidence is there and cannot be read: cut off, or not in the format that it should have. */
public final class UnreadableEvidence extends MissingFact {
  public UnreadableEvidence(String message) {
    super(message);
  }
}
