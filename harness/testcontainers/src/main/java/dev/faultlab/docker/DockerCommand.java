package dev.faultlab.docker;

import dev.faultlab.machine.Command;
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
   * Runs one with our own terminal, for as long as the person at it likes.
   *
   * @return its exit status
   */
  public static int attached(Command command) throws IOException, InterruptedException {
    return new ProcessBuilder(command.words()).inheritIO().start().waitFor();
  }
}
