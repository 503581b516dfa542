package dev.faultlab.lab;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.serialization.JsonNodeReader;
import com.networknt.schema.utils.JsonNodes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads {@code labs/<name>/lab.yaml}: syntax, then schema, then what a schema cannot say. */
public final class LabReader {
  private final Path labs;
  private final JsonNodeReader reader = JsonNodeReader.builder().locationAware().build();

  /**
   * @param labs the folder that holds one folder per lab
   */
  public LabReader(Path labs) {
    this.labs = labs;
  }

  /** Names of all labs, sorted. */
  public List<String> names() {
    try (Stream<Path> folders = Files.list(labs)) {
      return folders
          .filter(f -> Files.isRegularFile(f.resolve("lab.yaml")))
          .map(f -> f.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new LabException("no folder of labs at " + labs, e);
    }
  }

  /**
   * The lab of that name.
   *
   * @throws LabException with file and line for each thing that is wrong
   */
  public Lab read(String name) {
    if (!names().contains(name)) {
      throw new LabException(
          "no lab '"
              + name
              + "' (no "
              + labs.resolve(name).resolve("lab.yaml")
              + "); known: "
              + String.join(", ", names()));
    }
    Path file = labs.resolve(name).resolve("lab.yaml");
    JsonNode tree = parse(file);
    List<ValidationMessage> broken =
        schema().validate(tree).stream()
            .sorted(Comparator.comparingInt(m -> line(m.getInstanceNode())))
            .toList();
    if (!broken.isEmpty()) {
      throw new LabException(
          broken.stream()
              .map(m -> file + ":" + line(m.getInstanceNode()) + ": " + m.getMessage())
              .collect(Collectors.joining("\n")));
    }
    Lab lab = new LabMapper(tree, file.getParent()).lab();
    List<String> wrong = new LabChecks(lab).problems();
    if (!lab.name().equals(name)) {
      throw new LabException(file + ": declares lab '" + lab.name() + "' in folder '" + name + "'");
    }
    if (!wrong.isEmpty()) {
      throw new LabException(
          wrong.stream().map(w -> file + ": " + w).collect(Collectors.joining("\n")));
    }
    return lab;
  }

  private static JsonSchema schema() {
    try (InputStream in = LabReader.class.getResourceAsStream("/schema/lab.schema.json")) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(in);
    } catch (IOException e) {
      throw new LabException("the schema of lab.yaml cannot be read", e);
    }
  }

  private JsonNode parse(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new LabException(file + ": cannot be read: " + e.getMessage(), e);
    }
    try {
      return reader.readTree(text, InputFormat.YAML);
    } catch (IOException | IllegalArgumentException e) {
      // the reader wraps what the parser says
      Throwable said = e.getCause() == null ? e : e.getCause();
      if (said instanceof JsonProcessingException json && json.getLocation() != null) {
        String first = json.getOriginalMessage().lines().findFirst().orElse("not YAML");
        throw new LabException(file + ":" + json.getLocation().getLineNr() + ": " + first, e);
      }
      throw new LabException(file + ": not YAML: " + said.getMessage(), e);
    }
  }

  private static int line(JsonNode node) {
    JsonLocation location = node == null ? null : JsonNodes.tokenLocationOf(node);
    return location == null ? 1 : location.getLineNr();
  }
}
