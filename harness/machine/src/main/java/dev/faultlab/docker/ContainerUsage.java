package dev.faultlab.docker;

import dev.faultlab.machine.Commands;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What containers use, running or not.
 *
 * @param words ids and names of their images, and the paths of their mounts
 */
public record ContainerUsage(Set<String> words) {

  /**
   * @throws ImageException when the engine does not answer
   */
  public static ContainerUsage now(Commands commands) {
    List<String> ids = engine(commands, List.of("ps", "--all", "--quiet", "--no-trunc")).toList();
    if (ids.isEmpty()) {
      return new ContainerUsage(Set.of());
    }
    List<String> inspect =
        new ArrayList<>(
            List.of(
                "container",
                "inspect",
                "--format",
                "{{.Image}}\n{{.Config.Image}}{{range .Mounts}}\n{{.Source}}{{end}}"));
    inspect.addAll(ids);
    return new ContainerUsage(engine(commands, inspect).collect(Collectors.toSet()));
  }

  /** Whether a container uses this image, by id or name. */
  public boolean image(String idOrName) {
    return words.contains(idOrName);
  }

  /** Whether a container mounts this directory or something in it. */
  public boolean directory(Path directory) {
    return words.stream().anyMatch(w -> w.startsWith("/") && Path.of(w).startsWith(directory));
  }

  private static Stream<String> engine(Commands commands, List<String> words) {
    return DockerCommand.output(commands, DockerCommand.of(words)).lines();
  }
}
