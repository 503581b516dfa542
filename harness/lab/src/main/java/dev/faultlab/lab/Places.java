package dev.faultlab.lab;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/** Where the parts of a declaration stand, for messages. */
public record Places(Path file, YamlTree tree) {

  /** Those of a lab's declaration, as it is on disk now. */
  public static Places of(Lab lab) {
    Path file = lab.folder().resolve("lab.yaml");
    return new Places(file, YamlTree.checked(file, LabReader.SCHEMA));
  }

  /** {@code FILE:LINE} of a variant. */
  public String variant(String id) {
    JsonNode groups = tree.json().path("variants");
    for (int i = 0; i < groups.size(); i++) {
      if (groups.path(i).path("each").has(id)) {
        return location(List.of("variants", i, "each", id));
      }
    }
    return location(List.of("variants"));
  }

  /**
   * {@code FILE:LINE} of a part, or of the nearest part around it.
   *
   * @param path names and indices from the root
   */
  public String location(List<?> path) {
    return file + ":" + tree.line(path);
  }

  /** {@code FILE:LINE: KEY} of the first value that holds a text; empty if none does. */
  public Optional<String> mention(String text) {
    return find((path, value) -> value.contains(text));
  }

  /** {@code FILE:LINE: KEY} of the first value that names a service; the file's if none does. */
  public String service(String name) {
    return find((path, value) -> value.equals(name) || path.get(path.size() - 1).equals(name))
        .orElseGet(() -> location(List.of()));
  }

  /** {@code FILE:LINE: KEY} of what asks for an image or a kernel; the file's if nothing does. */
  public String of(Requirement needed) {
    return find((path, value) -> isOf(path, value, needed)).orElseGet(() -> location(List.of()));
  }

  private static boolean isOf(List<Object> path, String value, Requirement requirement) {
    Object key = path.get(path.size() - 1);
    boolean isImages = path.size() > 1 && path.get(path.size() - 2).equals("images");
    if (requirement instanceof Requirement.Kernel) {
      return key.equals("kernel") && path.get(0).equals("services")
          || isImages && value.startsWith("kernel:");
    }
    Optional<Requirement.Image> image = Requirement.image(requirement);
    String role = value.replaceFirst("^guest-root:", "").split(":", 2)[0];
    return (isImages || key.equals("role"))
        && image
            .map(Requirement.Image::role)
            .filter(r -> r.equals(role) || r.endsWith("/" + role))
            .isPresent();
  }

  private Optional<String> find(BiPredicate<List<Object>, String> condition) {
    return tree.first(condition).map(path -> location(path) + ": " + YamlTree.words(path));
  }
}
