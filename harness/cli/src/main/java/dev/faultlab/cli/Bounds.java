package dev.faultlab.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Which numbers an option takes. */
final class Bounds {
  private Bounds() {}

  /**
   * Refuses what is not between the two, or is no number at all.
   *
   * @throws ParameterException with the option, what was given and what was expected
   */
  static void require(CommandSpec spec, String option, Number given, int least, int most) {
    double value = given.doubleValue();
    if (!(least <= value && value <= most)) {
      throw new ParameterException(
          spec.commandLine(),
          "%s %s: expected a number from %d to %d".formatted(option, given, least, most));
    }
  }
}
