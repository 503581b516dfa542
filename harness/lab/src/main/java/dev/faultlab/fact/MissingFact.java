package dev.faultlab.fact;

/**
 * Evidence does not hold what a fact needs; makes a signature undecided, never present or absent.
 */
public sealed class MissingFact extends RuntimeException permits UnreadableEvidence {
  public MissingFact(String message) {
    super(message);
  }
}
