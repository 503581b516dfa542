package dev.faultlab.docker;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The {@code docker} command, and so what its user has set: contexts, credentials, proxies. */
public final class DockerCommand {
  private DockerCommand() {}

  public static Command of(String... words) {
    return of(List.of(words));
  }

  public static Command of(List<String> words) {
    List<String> all = new ArrayList<>(List.of("docker"));
    all.addAll(words);
    return Command.of(all);
  }

  /**
   * Runs one that has to succeed.
   *
   * @return what it says on standard output
   * @throws ImageException with the command and the end of what it says when it fails
   */
  public static String must(Commands commands, Command command) {
    CommandResult result = commands.run(command);
    if (!result.ok()) {
      throw new ImageException(
          "%s failed (status %d): %s".formatted(command, result.status(), result.tail(3)));
    }
    return result.out();
  }

  /**
   * Runs one with our own terminal, for as long as the person at it likes.
   *
   * @return its exit status
   */
  public static int attached(Command command) throws IOException, InterruptedException {
    return new ProcessBuilder(command.words()).inheritIO().start().waitFor();
  }
}
