package dev.faultlab.fact;

/** Evidence exists but cannot be read: it is cut off, or has the wrong format. */
public final class UnreadableEvidence extends MissingFact {
  public UnreadableEvidence(String message) {
    super(message);
  }
}
