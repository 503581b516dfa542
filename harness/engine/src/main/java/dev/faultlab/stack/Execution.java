package dev.faultlab.stack;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/**
 * A finished command in a container.
 *
 * @param exitStatus of the command
 * @param stdout as bytes: evidence is kept as it came
 * @param stderr as text
 */
public record Execution(long exitStatus, byte[] stdout, String stderr) {
  /** Characters of a message. */
  private static final int MOST = 600;

  /**
   * The end of what it said, in one line, for messages; without the marks by which parsers point
   * into the line above.
   */
  public String tail() {
    String text = stderr.isBlank() ? new String(stdout, StandardCharsets.UTF_8) : stderr;
    String line =
        text.lines()
            .map(String::strip)
            .filter(said -> !said.matches("[\\^~|-]*"))
            .collect(Collectors.joining("; "));
    return line.length() <= MOST ? line : "..." + line.substring(line.length() - MOST);
  }
}
