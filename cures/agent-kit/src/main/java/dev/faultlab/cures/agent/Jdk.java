package dev.faultlab.cures.agent;

/** The Java release of this JVM. */
public final class Jdk {
  /** The oldest that our agents know. */
  public static final int OLDEST = 8;

  /**
   * The newest that our agents may be put into. Beyond it they do nothing: that what they look for
   * looks the same does not mean that it does the same.
   */
  public static final int NEWEST = 28;

  private Jdk() {}

  /** 8, 17, 25. */
  public static int feature() {
    return feature(System.getProperty("java.specification.version", ""));
  }

  static int feature(String specification) {
    String number =
        specification.startsWith("1.") ? specification.substring("1.".length()) : specification;
    try {
      return Integer.parseInt(number);
    } catch (NumberFormatException e) {
      throw new Refusal("this JVM says that its Java is '" + specification + "'");
    }
  }

  /**
   * @throws Refusal where nobody has looked whether an agent may work
   */
  static void requireKnown(int feature) {
    if (feature < OLDEST || feature > NEWEST) {
      throw new Refusal("Java " + feature + " is not known, expected " + OLDEST + " to " + NEWEST);
    }
  }
}
