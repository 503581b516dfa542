package dev.faultlab.check;

import dev.faultlab.files.BoundedText;
import dev.faultlab.lab.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A compose project, and how Compose is told to read it. It finds override files, and files that
 * {@code COMPOSE_FILE} names, itself.
 *
 * @param file the first one, for messages; the folder if {@code COMPOSE_FILE} names them
 * @param options of {@code docker compose}
 * @param certificates files that some conditions replace, without links
 */
public record ComposeProject(Path file, List<String> options, List<Path> certificates) {
  private static final List<String> NAMES =
      List.of("compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml");

  /**
   * The project of a folder.
   *
   * @param files in the order in which they are merged; empty for those that Compose finds
   * @param profiles that are active; empty for those of {@code COMPOSE_PROFILES}, or else all
   * @throws LabException when the folder has no compose file
   */
  public static ComposeProject of(
      Path folder, List<Path> files, List<String> profiles, List<Path> certificates) {
    List<String> options = new ArrayList<>();
    files.forEach(file -> options.addAll(List.of("--file", file.toString())));
    if (!profiles.isEmpty() || !isSet(folder, "COMPOSE_PROFILES")) {
      List<String> active = profiles.isEmpty() ? List.of("*") : profiles;
      active.forEach(profile -> options.addAll(List.of("--profile", profile)));
    }
    Path usual = files.isEmpty() && !isSet(folder, "COMPOSE_FILE") ? find(folder) : folder;
    return new ComposeProject(files.isEmpty() ? usual : files.get(0), options, certificates);
  }

  /** Compose would go on in the folders above. */
  private static Path find(Path folder) {
    return NAMES.stream()
        .map(folder::resolve)
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(
            () ->
                new LabException(
                    "found no compose file in %s, expected one of %s, or COMPOSE_FILE in .env"
                        .formatted(folder, String.join(", ", NAMES))));
  }

  /** Whether a variable of Compose is set, in the environment or in the folder's {@code .env}. */
  private static boolean isSet(Path folder, String variable) {
    Path file = folder.resolve(".env");
    try {
      return System.getenv(variable) != null
          || Files.isRegularFile(file)
              && BoundedText.read(file)
                  .lines()
                  .anyMatch(line -> line.matches("\\s*(export\\s+)?" + variable + "\\s*[=:].*"));
    } catch (IOException e) {
      throw new LabException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
