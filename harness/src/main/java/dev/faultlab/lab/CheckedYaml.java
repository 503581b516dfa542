package dev.faultlab.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A YAML file that people write, checked against its JSON Schema; it knows its lines. */
public final class CheckedYaml {
  private final Path file;
  private final YamlTree tree;

  private CheckedYaml(Path file, YamlTree tree) {
    this.file = file;
    this.tree = tree;
  }

  /**
   * Reads a file: syntax, then schema.
   *
   * @param schema resource below {@code /schema/}
   * @throws LabException with file and line for each thing that is wrong
   */
  public static CheckedYaml read(Path file, String schema) {
    YamlTree tree = YamlTree.read(file, text(file));
    List<String> broken =
        schema(schema).validate(tree.json()).stream()
            .map(m -> Map.entry(tree.line(steps(m.getInstanceLocation())), m.getMessage()))
            .sorted(Map.Entry.comparingByKey())
            .map(m -> file + ":" + m.getKey() + ": " + m.getValue())
            .distinct()
            .toList();
    if (!broken.isEmpty()) {
      throw new LabException(String.join("\n", broken));
    }
    return new CheckedYaml(file, tree);
  }

  /** What it says. */
  public JsonNode json() {
    return tree.json();
  }

  /**
   * Something wrong that a schema cannot see.
   *
   * @param path names and indices from the root to the part that is meant
   */
  public LabException wrong(String what, Object... path) {
    return new LabException(file + ":" + tree.line(List.of(path)) + ": " + what);
  }

  private static JsonSchema schema(String name) {
    try (InputStream in = CheckedYaml.class.getResourceAsStream("/schema/" + name)) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(in);
    } catch (IOException e) {
      throw new LabException("the schema " + name + " cannot be read", e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new LabException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static List<Object> steps(JsonNodePath path) {
    List<Object> steps = new ArrayList<>();
    for (int i = 0; i < path.getNameCount(); i++) {
      steps.add(path.getElement(i));
    }
    return steps;
  }
}
