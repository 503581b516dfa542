package dev.faultlab.cli;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.stack.Labels;
import dev.faultlab.stack.StackException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A shell with our own terminal in a service of a run. */
final class Shell {
  private static final String BEST =
      "if command -v bash >/dev/null; then exec bash; else exec sh; fi";

  private final String run;
  private final Commands commands;

  /**
   * @param run by whose label the containers are found
   */
  Shell(String run, Commands commands) {
    this.run = run;
    this.commands = commands;
  }

  /**
   * Opens it and waits for its end.
   *
   * @return the shell's exit status
   * @throws StackException when the service has no container
   */
  int in(String service) throws IOException, InterruptedException {
    CommandResult found =
        commands.run(
            Command.of(
                "docker",
                "ps",
                "--quiet",
                "--filter",
                "label=" + Labels.RUN + "=" + run,
                "--filter",
                "label=com.docker.compose.service=" + service));
    String container = found.out().strip();
    if (!found.ok() || container.isEmpty()) {
      throw new StackException("service " + service + " has no container: " + found.err());
    }
    List<String> words = new ArrayList<>(List.of("docker", "exec", "--interactive"));
    if (System.console() != null) {
      words.add("--tty");
    }
    words.addAll(List.of(container, "sh", "-c", BEST));
    return new ProcessBuilder(words).inheritIO().start().waitFor();
  }
}
