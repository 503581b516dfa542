package dev.faultlab.docker;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.LocalCommands;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The {@code docker} command, with its user's contexts, credentials and proxies. */
public final class DockerCommand {
  private DockerCommand() {}

  public static Command of(String... words) {
    return of(List.of(words));
  }

  public static Command of(List<String> words) {
    List<String> command = new ArrayList<>(List.of("docker"));
    command.addAll(words);
    return Command.of(command);
  }

  /**
   * Runs a command that must succeed.
   *
   * @return its standard output
   * @throws ImageException with the command and the end of its output when it fails
   */
  public static String output(Commands commands, Command command) {
    CommandResult result = commands.run(command);
    if (!result.ok()) {
      throw new ImageException(
          "%s failed (status %d): %s".formatted(command, result.status(), result.tail(3)));
    }
    return result.out();
  }

  /**
   * Runs a command on our own terminal, for as long as the user wants.
   *
   * @return its exit status
   */
  public static int attached(Command command) throws IOException, InterruptedException {
    return new ProcessBuilder(command.words()).inheritIO().start().waitFor();
  }

  /** Runs a command of which only the exit status counts. */
  public static int status(String... words) {
    return new LocalCommands().run(of(words)).status();
  }
}
