package dev.faultlab.fact;

/**
 * Evidence does not hold what a fact needs. This makes a signature inconclusive, never present or
 * absent.
 */
public sealed class MissingFact extends RuntimeException permits UnreadableEvidence {
  public MissingFact(String message) {
    super(message);
  }
}
