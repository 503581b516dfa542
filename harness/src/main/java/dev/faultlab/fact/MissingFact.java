package dev.faultlab.fact;

/**
 * Evidence does not hold what a fact needs; makes a signature undecided, never present or absent.
 */
public final class MissingFact extends RuntimeException {
  public MissingFact(String message) {
    super(message);
  }
}
