package dev.faultlab.token.generate;

import java.util.Random;

/**
 * Where the numbers of a code come from. Safe to call from many threads.
 *
 * <p>The article draws a code digit by digit, and so does {@link #nextByDigits()}. With the strong
 * generator that is no matter of style: each number asks {@code sun.security.provider.NativePRNG}
 * again whether what it has read is still young enough, and it notes the time before it reads.
 * Where /dev/random takes longer than 100 ms to fill its buffer, every digit is therefore a read of
 * its own, and a code costs six times as much of the file as one that is drawn at once.
 */
@FunctionalInterface
public interface CodeSource {
  /** How many codes there are: six decimal digits. */
  int CODES = 1_000_000;

  /** Digits of a code. */
  int DIGITS = 6;

  /** What one code is drawn from: a generator of its own, or the one that others use as well. */
  Random random();

  /** Draws a code at once; returns a number from 0 to {@link #CODES} - 1. */
  default int next() {
    return random().nextInt(CODES);
  }

  /**
   * Draws a code digit by digit, all of one generator: the loop of the article's code. Its
   * constants are not printed there; it speaks of a code of six digits.
   *
   * @return six decimal digits
   */
  default String nextByDigits() {
    Random random = random();
    StringBuilder code = new StringBuilder();
    for (int i = 0; i < DIGITS; i++) {
      code.append(random.nextInt(10));
    }
    return code.toString();
  }
}
