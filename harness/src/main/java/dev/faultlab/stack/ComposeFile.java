package dev.faultlab.stack;

import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.InterruptedCommandException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A lab's compose file. Compose itself reads it, with all that it includes and extends: what is
 * checked is what would be started. Needs no engine.
 *
 * @param path of the file; relative paths in it are relative to its folder
 */
public record ComposeFile(Path path, Commands commands) {
  private static final int TAIL = 4;

  public ComposeFile {
    path = path.toAbsolutePath().normalize();
  }

  /**
   * The services as they would be started.
   *
   * @param profile whose services are meant, beside those without a profile
   * @param variables compose variables; what is not among them has the file's default
   * @throws StackException with compose's own words when the file cannot be used
   */
  public ComposeModel read(String profile, StackIdentity identity, Map<String, String> variables)
      throws InterruptedException {
    Command command =
        Command.of(
                "docker",
                "compose",
                "--file",
                path.toString(),
                "--profile",
                profile,
                "config",
                "--format",
                "json")
            .in(path.getParent());
    for (Map<String, String> some : List.of(variables, identity.variables())) {
      for (Map.Entry<String, String> variable : some.entrySet()) {
        command = command.with(variable.getKey(), variable.getValue());
      }
    }
    CommandResult result;
    try {
      result = commands.run(command);
    } catch (InterruptedCommandException e) {
      throw new InterruptedException();
    }
    if (!result.ok()) {
      throw new StackException(path + ": docker compose cannot read it: " + result.tail(TAIL));
    }
    return ComposeModel.parse(result.out(), identity);
  }
}
