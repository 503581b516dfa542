package dev.faultlab.cli;

/** A percentage, as in 10 or 10%. */
final class Percent {
  static final String OPTION = "--worse-than";
  static final String USUAL = "10";

  private Percent() {}

  /** As a share of one. */
  static double share(String option, String text) {
    if (!text.matches("[0-9]{1,3}([.][0-9]+)?%?")) {
      throw new WrongUsage("%s %s: expected a percentage up to 999, as in 10%%", option, text);
    }
    return Double.parseDouble(text.replace("%", "")) / 100;
  }
}
