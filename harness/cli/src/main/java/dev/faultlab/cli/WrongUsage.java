package dev.faultlab.cli;

/**
 * A command line that cannot be carried out; the message has the word found and what was expected.
 */
final class WrongUsage extends RuntimeException {
  private static final long serialVersionUID = 1;

  WrongUsage(String format, Object... values) {
    super(values.length == 0 ? format : String.format(format, values));
  }

  /** Rejects a number outside the range. */
  static void requireBetween(String option, Number given, int least, int most) {
    double value = given.doubleValue();
    if (!(least <= value && value <= most)) {
      throw new WrongUsage("%s %s: expected a number from %d to %d", option, given, least, most);
    }
  }
}
