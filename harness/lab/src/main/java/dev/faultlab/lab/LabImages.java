package dev.faultlab.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.faultlab.files.Trees;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The images that a lab brings: each folder {@code images/NAME} with a Dockerfile is a role of its
 * own. Its name outside the lab is {@code LAB/NAME}, so that two labs do not meet.
 */
public final class LabImages {
  private static final String ROOT = "guest-root:";

  private LabImages() {}

  /**
   * Folders of recipes, by the name of their role.
   *
   * @param lab the lab's folder, which has the lab's name
   */
  public static Map<String, Path> recipes(Path lab) {
    return Trees.children(lab.resolve("images")).stream()
        .filter(folder -> Files.isRegularFile(folder.resolve("Dockerfile")))
        .collect(
            Collectors.toMap(
                folder -> lab.getFileName() + "/" + folder.getFileName(),
                folder -> folder,
                (one, two) -> one,
                TreeMap::new));
  }

  /** Gives the lab's own roles their full names wherever the declaration names them. */
  static void qualify(ObjectNode root, Path folder) {
    Set<String> names =
        recipes(folder).values().stream()
            .map(recipe -> recipe.getFileName().toString())
            .collect(Collectors.toSet());
    if (names.isEmpty()) {
      return;
    }
    String lab = folder.getFileName().toString();
    root.path("services").forEach(service -> field(service.path("x-faultlab"), "role", names, lab));
    qualifyAll(root.path("images"), names, lab);
    root.path("on-demand").forEach(needs -> qualifyAll(needs.path("images"), names, lab));
  }

  private static void qualifyAll(JsonNode images, Set<String> ownImages, String lab) {
    List<String> variables = images.properties().stream().map(Map.Entry::getKey).toList();
    variables.forEach(variable -> field(images, variable, ownImages, lab));
  }

  private static void field(JsonNode node, String field, Set<String> ownImages, String lab) {
    String text = node.path(field).asText();
    String kind = text.startsWith(ROOT) ? ROOT : "";
    String image = text.substring(kind.length());
    if (ownImages.contains(image.split(":", 2)[0])) {
      ((ObjectNode) node).put(field, kind + lab + "/" + image);
    }
  }
}
