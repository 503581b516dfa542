package dev.faultlab.testcontainers.condition;

import java.util.List;
import org.apache.commons.lang3.ArrayUtils;

/**
 * A running container that commands are run in, as root. {@link Parts} says what each must contain.
 */
public interface Part {

  /**
   * Runs a command and returns when it has ended.
   *
   * @param command with its arguments
   * @return what it printed to its standard output
   * @throws IllegalStateException when it ends with another status than 0, with what it printed to
   *     its standard error; or when the container does not run
   */
  String run(List<String> command);

  /**
   * Runs a script of bash.
   *
   * @param script its text
   * @param arguments {@code $1} and so on
   * @return what it printed to its standard output
   */
  default String bash(String script, String... arguments) {
    String[] shell = {"bash", "-c", script, "faultlab"};
    return run(List.of(ArrayUtils.addAll(shell, arguments)));
  }
}
