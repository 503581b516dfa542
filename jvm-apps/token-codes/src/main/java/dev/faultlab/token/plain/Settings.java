package dev.faultlab.token.plain;

import java.util.Map;

/** What holds for a server, from its environment. */
public final class Settings {
  private static final int HIGHEST_PORT = 65_535;
  private static final int MOST_THREADS = 1_024;

  private final int port;
  private final int threads;

  /**
   * Chosen by hand.
   *
   * @param port 0 takes a free one
   * @param threads that serve requests
   */
  public Settings(int port, int threads) {
    this.port = port;
    this.threads = threads;
  }

  /**
   * TOKEN_PORT (8080) and TOKEN_THREADS (64).
   *
   * @param environment as of {@link System#getenv()}
   * @throws IllegalArgumentException naming the variable, what was found and what was expected
   */
  public static Settings from(Map<String, String> environment) {
    return new Settings(
        wholeNumber(environment, "TOKEN_PORT", 8080, 0, HIGHEST_PORT),
        wholeNumber(environment, "TOKEN_THREADS", 64, 1, MOST_THREADS));
  }

  public int port() {
    return port;
  }

  public int threads() {
    return threads;
  }

  private static int wholeNumber(
      Map<String, String> environment, String variable, int otherwise, int lowest, int highest) {
    String text = environment.getOrDefault(variable, "");
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      int value = Integer.parseInt(text);
      if (value >= lowest && value <= highest) {
        return value;
      }
    } catch (NumberFormatException e) {
      // told below, as a number out of range is
    }
    throw new IllegalArgumentException(
        variable
            + ": found '"
            + text
            + "', expected a whole number from "
            + lowest
            + " to "
            + highest);
  }
}
