package dev.faultlab.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.docker.DockerCommand;
import dev.faultlab.files.Json;
import dev.faultlab.lab.LabException;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.InterruptedCommandException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A compose file, of a lab or a user's. Compose itself reads it, with all that it includes and
 * extends, and {@link ProjectStack} starts what was read: the checked model. To read it needs no
 * engine.
 *
 * @param path of the file; relative paths in it are relative to its folder
 * @param generated its text if it is not on disk
 */
public record ComposeFile(Path path, Optional<String> generated, Commands commands) {
  /** Lines of compose's output in a message about its failure. */
  static final int TAIL = 8;

  public ComposeFile {
    path = path.toAbsolutePath().normalize();
  }

  public ComposeFile(Path path, Commands commands) {
    this(path, Optional.empty(), commands);
  }

  /**
   * The services of a lab as they will be started.
   *
   * @param profile whose services are used, with those that have no profile
   * @param variables compose variables; others have the file's default
   * @param memory service to its limit in MiB, on top of the file
   * @throws StackException with compose's own output when the file cannot be used
   */
  public ComposeModel read(
      String profile,
      StackIdentity identity,
      Map<String, String> variables,
      Map<String, Integer> memory)
      throws InterruptedException {
    Map<String, String> merged = new HashMap<>(variables);
    merged.putAll(identity.variables());
    String folder = path.getParent().toString();
    List<String> options =
        new ArrayList<>(
            generated.isPresent()
                ? List.of("--project-directory", folder, "--file", "-")
                : List.of("--file", path.toString()));
    options.addAll(List.of("--project-name", identity.project(), "--profile", profile));
    try {
      return ComposeModel.parse(resolved(path.getParent(), options, merged), identity, memory);
    } catch (LabException e) {
      throw new StackException(e.getMessage(), e);
    }
  }

  /**
   * The project as Compose resolves it, as JSON.
   *
   * @param folder in which Compose looks for files that no option names
   * @param options of {@code docker compose}
   * @param variables on top of the environment
   * @throws LabException with compose's own output when it cannot be read
   * @throws StackException when there is no docker compose
   */
  public String resolved(Path folder, List<String> options, Map<String, String> variables)
      throws InterruptedException {
    List<String> words = new ArrayList<>(List.of("compose"));
    words.addAll(options);
    words.addAll(List.of("config", "--format", "json"));
    Command command = DockerCommand.of(words).in(folder).reading(generated.orElse(""));
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      command = command.with(variable.getKey(), variable.getValue());
    }
    CommandResult result = run(commands, command);
    if (!result.ok()) {
      String why = path + ": docker compose cannot read it: " + result.tail(TAIL);
      throw result.status() == CommandResult.NOT_STARTED
          ? new StackException(why)
          : new LabException(why);
    }
    return result.out();
  }

  /** What {@link #resolved} gave. */
  public static JsonNode tree(String json) {
    try {
      return Json.MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new StackException("docker compose config printed no JSON: " + e.getMessage(), e);
    }
  }

  static CommandResult run(Commands commands, Command command) throws InterruptedException {
    try {
      return commands.run(command);
    } catch (InterruptedCommandException e) {
      throw new InterruptedException();
    }
  }
}
