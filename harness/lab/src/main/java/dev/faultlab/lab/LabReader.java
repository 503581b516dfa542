package dev.faultlab.lab;

import dev.faultlab.text.Suggestion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads {@code labs/<name>/lab.yaml}: syntax, then schema, then checks that a schema cannot
 * express.
 *
 * @param labs folders that hold one folder per lab
 */
public record LabReader(List<Path> labs) {
  /** The form of the file, as a resource. */
  public static final String SCHEMA = "/schema/lab.schema.json";

  /**
   * Names of all labs, sorted.
   *
   * @throws LabException when a folder does not exist, or two hold a lab of one name
   */
  public List<String> names() {
    return List.copyOf(folders().keySet());
  }

  /** The message about a name that no lab has. */
  public static String unknown(String name, Collection<String> labs) {
    return "no lab '" + name + "'" + Suggestion.hint(name, labs);
  }

  /** The folders of all labs, as far as they can be read. */
  public List<Path> all() {
    return labs.stream().filter(Files::isDirectory).flatMap(LabReader::labsIn).toList();
  }

  private static Stream<Path> labsIn(Path parent) {
    try (Stream<Path> children = Files.list(parent)) {
      return children.filter(f -> Files.isRegularFile(file(f))).sorted().toList().stream();
    } catch (IOException e) {
      throw new LabException("no folder of labs at " + parent, e);
    }
  }

  private Map<String, Path> folders() {
    Map<String, Path> folders = new TreeMap<>();
    for (Path parent : labs) {
      for (Path folder : labsIn(parent).toList()) {
        Path other = folders.put(folder.getFileName().toString(), folder);
        if (other != null) {
          throw new LabException(
              "two labs are called " + folder.getFileName() + ": " + other + " and " + folder);
        }
      }
    }
    return folders;
  }

  private static Path file(Path folder) {
    return folder.resolve("lab.yaml");
  }

  /**
   * The lab of that name.
   *
   * @throws LabException with file and line for each error
   */
  public Lab read(String name) {
    Map<String, Path> folders = folders();
    if (!folders.containsKey(name)) {
      throw new LabException(unknown(name, folders.keySet()));
    }
    Path file = file(folders.get(name));
    YamlTree tree = YamlTree.checked(file, SCHEMA);
    Lab lab;
    try {
      lab = new LabMapper(tree.json(), file.getParent()).lab();
    } catch (MisplacedException e) {
      throw tree.error(e.getMessage(), e.path().toArray());
    }
    List<String> problems = new LabChecks(lab, new Places(file, tree)).problems();
    if (!lab.name().equals(name)) {
      throw tree.error(
          "lab: '%s' is in the folder '%s'; rename one of them".formatted(lab.name(), name), "lab");
    }
    LabException.throwIf(!problems.isEmpty(), String.join("\n", problems));
    return lab;
  }
}
