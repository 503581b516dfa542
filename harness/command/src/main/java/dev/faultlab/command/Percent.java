package dev.faultlab.command;

/** A percentage, as in 10 or 10%. */
public final class Percent {
  public static final String OPTION = "--worse-than";
  public static final String DEFAULT = "10";

  private Percent() {}

  /** As a share of one. */
  public static double share(String option, String text) {
    if (!text.matches("[0-9]{1,3}([.][0-9]+)?%?")) {
      throw new WrongUsage("%s %s: expected a percentage up to 999, as in 10%%", option, text);
    }
    return Double.parseDouble(text.replace("%", "")) / 100;
  }
}
