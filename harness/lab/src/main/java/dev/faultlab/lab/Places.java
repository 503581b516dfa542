package dev.faultlab.lab;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;

/** Where the parts of a declaration stand, for messages. */
public final class Places {
  private final Path file;
  private final YamlTree tree;

  private Places(Path file, YamlTree tree) {
    this.file = file;
    this.tree = tree;
  }

  /** Those of a lab's declaration, as it is on disk now. */
  public static Places of(Lab lab) {
    Path file = lab.folder().resolve("lab.yaml");
    return new Places(file, YamlTree.checked(file, LabReader.SCHEMA));
  }

  static Places in(Path file, YamlTree tree) {
    return new Places(file, tree);
  }

  /** {@code FILE:LINE} of a variant. */
  public String variant(String id) {
    JsonNode groups = tree.json().path("variants");
    for (int i = 0; i < groups.size(); i++) {
      if (groups.path(i).path("each").has(id)) {
        return at(List.of("variants", i, "each", id));
      }
    }
    return at(List.of("variants"));
  }

  /**
   * {@code FILE:LINE} of a part, or of the nearest part around it.
   *
   * @param path names and indices from the root
   */
  public String at(List<?> path) {
    return file + ":" + tree.line(path);
  }
}
