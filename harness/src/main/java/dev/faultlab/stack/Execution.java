package dev.faultlab.stack;

/**
 * A finished command in a container.
 *
 * @param exitStatus of the command
 * @param stdout as bytes: evidence is kept as it came
 * @param stderr as text
 */
public record Execution(long exitStatus, byte[] stdout, String stderr) {

  /** The end of what it said, for messages. */
  public String tail() {
    String text =
        stderr.isBlank() ? new String(stdout, java.nio.charset.StandardCharsets.UTF_8) : stderr;
    String stripped = text.strip();
    return stripped.length() <= 600
        ? stripped
        : "..." + stripped.substring(stripped.length() - 600);
  }
}
