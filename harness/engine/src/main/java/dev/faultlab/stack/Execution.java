package dev.faultlab.stack;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/**
 * A finished command in a container.
 *
 * @param exitStatus of the command
 * @param stdout as bytes, because evidence is kept unchanged
 * @param stderr as text
 */
public record Execution(long exitStatus, byte[] stdout, String stderr) {
  /** Characters in a message. */
  private static final int MAX_CHARS = 600;

  /**
   * The end of its error output on one line, for messages; without the markers with which parsers
   * point into the line above.
   */
  public String tail() {
    String text = stderr.isBlank() ? new String(stdout, StandardCharsets.UTF_8) : stderr;
    String line =
        text.lines()
            .map(String::strip)
            .filter(textLine -> !textLine.matches("[\\^~|-]*"))
            .collect(Collectors.joining("; "));
    return line.length() <= MAX_CHARS ? line : "..." + line.substring(line.length() - MAX_CHARS);
  }
}
