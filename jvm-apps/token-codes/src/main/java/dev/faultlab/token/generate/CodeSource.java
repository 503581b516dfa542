package dev.faultlab.token.generate;

/** Where the number of a code comes from. Safe to call from many threads. */
@FunctionalInterface
public interface CodeSource {
  /** How many codes there are: six decimal digits. */
  int CODES = 1_000_000;

  /** Returns a number from 0 to {@link #CODES} - 1. */
  int next();
}
