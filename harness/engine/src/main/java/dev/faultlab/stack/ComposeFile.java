package dev.faultlab.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.docker.DockerCommand;
import dev.faultlab.files.Json;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.InterruptedCommandException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A lab's compose file. Compose itself reads it, with all that it includes and extends, so the
 * checked model is the one that is started. To read it needs no engine.
 *
 * @param path of the file; relative paths in it are relative to its folder
 * @param generated its text if it is not on disk
 * @param memory service to its limit in MiB, on top of the file
 */
public record ComposeFile(
    Path path, Optional<String> generated, Map<String, Integer> memory, Commands commands) {
  /** Lines of compose's output in a message about its failure. */
  private static final int TAIL = 8;

  public ComposeFile {
    path = path.toAbsolutePath().normalize();
    memory = Map.copyOf(memory);
  }

  public ComposeFile(Path path, Commands commands) {
    this(path, Optional.empty(), Map.of(), commands);
  }

  /**
   * A generated file.
   *
   * @param path that it would have
   */
  public ComposeFile(Path path, Optional<String> generated, Commands commands) {
    this(path, generated, Map.of(), commands);
  }

  /** The same file, with these memory limits. */
  ComposeFile limited(Map<String, Integer> mebibytes) {
    return new ComposeFile(path, generated, mebibytes, commands);
  }

  /**
   * The services as they would be started.
   *
   * @param profile whose services are used, with those that have no profile
   * @param variables compose variables; others have the file's default
   * @throws StackException with compose's own output when the file cannot be used
   */
  public ComposeModel read(String profile, StackIdentity identity, Map<String, String> variables)
      throws InterruptedException {
    CommandResult result = run(compose(profile, identity, variables, "config", "--format", "json"));
    if (!result.ok()) {
      throw new StackException(path + ": docker compose cannot read it: " + result.tail(TAIL));
    }
    return ComposeModel.parse(result.out(), identity);
  }

  /**
   * Starts services and those that they depend on. It returns when compose has: containers run, and
   * those that others wait for are healthy.
   *
   * @param services of the model
   * @param variables as for {@link #read}
   * @throws StackException with the end of compose's output when it fails
   */
  void up(
      String profile,
      Collection<String> services,
      StackIdentity identity,
      Map<String, String> variables,
      Duration limit)
      throws InterruptedException {
    List<String> words = new ArrayList<>(List.of("up", "--detach"));
    words.addAll(services);
    CommandResult result =
        run(compose(profile, identity, variables, words.toArray(String[]::new)).within(limit));
    if (!result.ok()) {
      throw new StackException(
          "docker compose up ended with status " + result.status() + ":\n" + result.tail(TAIL));
    }
  }

  private Command compose(
      String profile, StackIdentity identity, Map<String, String> variables, String... what) {
    List<String> words = new ArrayList<>(List.of("compose"));
    if (generated.isPresent()) {
      words.addAll(List.of("--project-directory", path.getParent().toString(), "--file", "-"));
    } else {
      words.addAll(List.of("--file", path.toString()));
      if (!memory.isEmpty()) {
        words.addAll(List.of("--file", "-"));
      }
    }
    words.addAll(List.of("--project-name", identity.project(), "--profile", profile));
    words.addAll(List.of(what));
    Command command = DockerCommand.of(words).in(path.getParent()).reading(input());
    for (Map<String, String> some : List.of(variables, identity.variables())) {
      for (Map.Entry<String, String> variable : some.entrySet()) {
        command = command.with(variable.getKey(), variable.getValue());
      }
    }
    return command;
  }

  /** The generated file, or the overrides on top of the one on disk; JSON is YAML. */
  private String input() {
    if (generated.isEmpty() && memory.isEmpty()) {
      return "";
    }
    ObjectNode root = Json.MAPPER.createObjectNode();
    try {
      generated.ifPresent(text -> root.setAll(parsed(text)));
    } catch (UncheckedIOException e) {
      throw new StackException(path + ": the generated file is not JSON: " + e.getMessage(), e);
    }
    ObjectNode services = root.withObject("/services");
    memory.forEach((name, size) -> services.withObject("/" + name).put("mem_limit", size + "m"));
    return root.toString();
  }

  private static ObjectNode parsed(String text) {
    try {
      return (ObjectNode) Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private CommandResult run(Command command) throws InterruptedException {
    try {
      return commands.run(command);
    } catch (InterruptedCommandException e) {
      throw new InterruptedException();
    }
  }
}
