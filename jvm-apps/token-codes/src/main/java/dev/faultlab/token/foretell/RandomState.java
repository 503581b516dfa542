package dev.faultlab.token.foretell;

import dev.faultlab.token.generate.CodeSource;

/**
 * The 48 bits inside a {@link java.util.Random}, and what it makes of them. Both are part of its
 * specification (Knuth, TAOCP 2, section 3.2.1), so whoever knows the bits knows all that follows.
 */
final class RandomState {
  /** Bits below those that a code is made of. */
  static final int HIDDEN_BITS = 17;

  private static final long MULTIPLIER = 0x5DEECE66DL;
  private static final long ADDEND = 0xBL;
  private static final long MASK = (1L << 48) - 1;

  private long bits;

  /**
   * A state.
   *
   * @param bits from which the next code has been made already
   */
  RandomState(long bits) {
    this.bits = bits;
  }

  /**
   * The state that follows, of as many low bits as are wanted: they do not depend on the others.
   */
  static long after(long bits) {
    return (bits * MULTIPLIER + ADDEND) & MASK;
  }

  /** {@code Random.nextInt(1_000_000)}, word by word. */
  int nextCode() {
    while (true) {
      bits = after(bits);
      int drawn = (int) (bits >>> HIDDEN_BITS);
      int code = drawn % CodeSource.CODES;
      // The last, incomplete million of 2^31 is drawn again, or low codes would be more frequent.
      if (drawn - code + (CodeSource.CODES - 1) >= 0) {
        return code;
      }
    }
  }
}
