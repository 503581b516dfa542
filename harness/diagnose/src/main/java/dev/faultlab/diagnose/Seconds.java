package dev.faultlab.diagnose;

import java.math.BigDecimal;
import java.math.MathContext;

/** Times in messages: seconds with three digits. */
final class Seconds {
  private static final MathContext DIGITS = new MathContext(3);

  static String of(long nanos) {
    return BigDecimal.valueOf(nanos, 9).round(DIGITS).stripTrailingZeros().toPlainString() + " s";
  }
}
