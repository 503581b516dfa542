package dev.faultlab.challenge;

import com.fasterxml.jackson.databind.JsonMappingException;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.Json;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.YamlTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reads the YAML files below a lab's folder {@code class}. */
public final class ClassYaml {
  private ClassYaml() {}

  /**
   * Reads a file into a record.
   *
   * @throws LabException when it cannot be read or has an unknown entry, with the file, and the
   *     line where known
   */
  public static <T> T read(Path file, Class<T> type) {
    try {
      // Reads a tree first, because Jackson's own YAML reader knows no aliases.
      YamlTree tree = YamlTree.read(file, BoundedText.read(file));
      try {
        return Json.MAPPER.treeToValue(tree.json(), type);
      } catch (JsonMappingException e) {
        // The record's own exception, without the name of a class.
        boolean own = e.getCause() instanceof IllegalArgumentException;
        String message = own ? e.getCause().getMessage() : e.getOriginalMessage();
        throw new LabException(file + ":" + tree.line(steps(e)) + ": " + message, e);
      }
    } catch (IOException e) {
      throw new LabException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** Names and indices from the root to the error. */
  private static List<Object> steps(JsonMappingException wrong) {
    return wrong.getPath().stream()
        .map(step -> step.getFieldName() == null ? (Object) step.getIndex() : step.getFieldName())
        .toList();
  }
}
