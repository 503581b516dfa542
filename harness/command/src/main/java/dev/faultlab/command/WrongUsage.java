package dev.faultlab.command;

/**
 * A command line that cannot be carried out; the message has the word found and what was expected.
 */
public final class WrongUsage extends RuntimeException {
  public WrongUsage(String format, Object... values) {
    super(values.length == 0 ? format : String.format(format, values));
  }

  /** Rejects it if it is wrong; the message is as above. */
  public static void throwIf(boolean wrong, String format, Object... values) {
    if (wrong) {
      throw new WrongUsage(format, values);
    }
  }

  /** Rejects a number outside the range. */
  public static void requireBetween(String option, Number given, int min, int max) {
    double value = given.doubleValue();
    if (!(min <= value && value <= max)) {
      throw new WrongUsage("%s %s: expected a number from %d to %d", option, given, min, max);
    }
  }
}
