package dev.faultlab.exercise;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.faultlab.files.BoundedText;
import dev.faultlab.files.Json;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.YamlTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the YAML files below a lab's folder {@code class}. */
public final class ClassYaml {
  /** A missing map or list is empty; other values must be there. */
  private static final ObjectMapper MAPPER = mapper();

  private ClassYaml() {}

  private static ObjectMapper mapper() {
    ObjectMapper mapper =
        Json.MAPPER.copy().enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES);
    for (Class<?> type : List.of(Map.class, List.class)) {
      mapper
          .configOverride(type)
          .setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY, Nulls.FAIL));
    }
    return mapper;
  }

  /** The folder of a lab's files. */
  static Path folder(Lab lab) {
    return lab.folder().resolve("class");
  }

  /** The same as {@link #read}; empty if there is no such file. */
  static <T> Optional<T> find(Path file, Class<T> type) {
    return Files.exists(file) ? Optional.of(read(file, type)) : Optional.empty();
  }

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
        return MAPPER.treeToValue(tree.json(), type);
      } catch (JsonMappingException e) {
        // The record's own exception, without the name of a class.
        String message =
            e.getCause() instanceof IllegalArgumentException
                ? e.getCause().getMessage()
                : e.getOriginalMessage()
                    .replaceFirst("(?s)^Null value for .*?('.*?').*", "has no $1");
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
