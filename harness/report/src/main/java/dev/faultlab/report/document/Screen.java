package dev.faultlab.report.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The screen or file behind standard output.
 *
 * @param width characters per line; 120 if it is not a terminal
 * @param colour whether ANSI colours may be used: on a terminal, unless NO_COLOR is set
 *     (no-color.org) or TERM is dumb
 */
public record Screen(int width, boolean colour) {
  private static final int DEFAULT_WIDTH = 120;
  private static final int MIN_WIDTH = 60;

  /**
   * The screen of this process.
   *
   * @param environment of the process; the launcher exports COLUMNS if there is a terminal
   */
  public static Screen of(Map<String, String> environment) {
    return of(environment, terminal());
  }

  static Screen of(Map<String, String> environment, boolean terminal) {
    int width = DEFAULT_WIDTH;
    String columns = environment.getOrDefault("COLUMNS", "");
    if (columns.matches("[1-9][0-9]{0,3}")) {
      width = Math.max(MIN_WIDTH, Integer.parseInt(columns));
    }
    boolean withoutColour =
        !environment.getOrDefault("NO_COLOR", "").isEmpty()
            || environment.getOrDefault("TERM", "").equals("dumb");
    return new Screen(width, terminal && !withoutColour);
  }

  /** Checks standard output alone; java.io.Console looks at standard input as well. */
  private static boolean terminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
