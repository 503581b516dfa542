package dev.faultlab.machine;

import java.util.List;

/**
 * How a program ended.
 *
 * @param status exit status; 127 when it could not be started, 124 when it was killed at its time
 *     limit (like the shell and timeout(1))
 * @param out all of standard output
 * @param err all of standard error, or why the program could not be started
 */
public record CommandResult(int status, String out, String err) {

  public static final int NOT_STARTED = 127;
  public static final int TIMED_OUT = 124;

  public boolean ok() {
    return status == 0;
  }

  /** The last lines of the output, errors last, for a message about its failure. */
  public String tail(int lines) {
    List<String> filled = (out + "\n" + err).lines().filter(line -> !line.isBlank()).toList();
    return String.join("\n", filled.subList(Math.max(0, filled.size() - lines), filled.size()));
  }
}
