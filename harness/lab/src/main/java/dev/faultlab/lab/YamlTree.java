package dev.faultlab.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import dev.faultlab.files.BoundedText;
import dev.faultlab.text.Suggestion;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A YAML file as a tree that a JSON Schema can check, with the line of each part. Aliases ({@code
 * *name}) mean what their anchor ({@code &name}) holds; files that become too deep or too large
 * that way are rejected.
 */
public final class YamlTree {
  /** By resource: reading a schema takes longer than checking a file. */
  private static final Map<String, JsonSchema> SCHEMAS = new ConcurrentHashMap<>();

  /** A part that contains itself through an alias is deeper than anything that people write. */
  private static final int MAX_DEPTH = 50;

  /** Parts, including those that aliases repeat; a large declaration has some thousands. */
  private static final int MAX_PARTS = 100_000;

  private final Path file;
  private final JsonNode json;

  /** By the names and indices from the root, in the order of the file. */
  private final Map<List<Object>, Node> nodes = new LinkedHashMap<>();

  private YamlTree(Path file, Node root) {
    this.file = file;
    this.json = json(root, List.of());
  }

  /**
   * Reads a text.
   *
   * @param file its path, for messages
   * @throws LabException with file, line and cause when it is not YAML, or has a key twice
   */
  public static YamlTree read(Path file, String text) {
    try {
      Node root = yaml().compose(new StringReader(text));
      LabException.throwIf(root == null, file + ":1: is empty, expected a declaration");
      return new YamlTree(file, root);
    } catch (YAMLException e) {
      throw notYaml(file, e);
    }
  }

  /** Visits each document of a text, one at a time, with lines from the start of the text. */
  public static void documents(Path file, String text, Consumer<YamlTree> visit) {
    try {
      for (Node root : yaml().composeAll(new StringReader(text))) {
        visit.accept(new YamlTree(file, root));
      }
    } catch (YAMLException e) {
      throw notYaml(file, e);
    }
  }

  private static Yaml yaml() {
    LoaderOptions limits = new LoaderOptions();
    limits.setNestingDepthLimit(2 * MAX_DEPTH); // json() reports where it is too deep
    limits.setMaxAliasesForCollections(MAX_PARTS);
    return new Yaml(limits);
  }

  private static LabException notYaml(Path file, YAMLException e) {
    if (e instanceof MarkedYAMLException error) {
      int line = error.getProblemMark() == null ? 1 : error.getProblemMark().getLine() + 1;
      String context = error.getContext() == null ? "" : error.getContext() + ", ";
      return new LabException(file + ":" + line + ": not YAML: " + context + error.getProblem(), e);
    }
    return new LabException(file + ":1: not YAML that is read here: " + e.getMessage(), e);
  }

  /**
   * Reads a file that has to satisfy a JSON Schema.
   *
   * @param schema name of the resource
   * @throws LabException with file and line for each error
   */
  public static YamlTree checked(Path file, String schema) {
    try {
      YamlTree tree = read(file, BoundedText.read(file));
      List<String> violations = tree.problems(schema);
      LabException.throwIf(!violations.isEmpty(), String.join("\n", violations));
      return tree;
    } catch (IOException e) {
      throw new LabException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** The tree. */
  public JsonNode json() {
    return json;
  }

  /**
   * Violations of a JSON Schema.
   *
   * @param schema name of the resource
   * @return a line for each, with file and line, in the order of the file
   */
  List<String> problems(String schema) {
    JsonSchema rules = SCHEMAS.computeIfAbsent(schema, YamlTree::schema);
    return rules.validate(json).stream()
        .map(m -> problem(m, rules.getSchemaNode()))
        .sorted(Map.Entry.comparingByKey())
        .map(m -> file + ":" + m.getKey() + ": " + m.getValue())
        .distinct()
        .toList();
  }

  /** Line and text. */
  private Map.Entry<Integer, String> problem(ValidationMessage message, JsonNode schema) {
    JsonNodePath path = message.getInstanceLocation();
    List<Object> at = new ArrayList<>();
    IntStream.range(0, path.getNameCount()).mapToObj(path::getElement).forEach(at::add);
    String key = message.getProperty();
    if (key == null) {
      return Map.entry(line(at), message.getMessage());
    }
    String inside = at.isEmpty() ? "" : " in " + words(at);
    switch (message.getType()) {
      case "required":
        return Map.entry(line(at), "expected the key '%s'%s, found none".formatted(key, inside));
      case "additionalProperties":
        List<String> known = new ArrayList<>();
        String rule = message.getSchemaLocation().getFragment().toString();
        schema
            .at(rule.replaceFirst("/additionalProperties$", "/properties"))
            .fieldNames()
            .forEachRemaining(known::add);
        at.add(key);
        return Map.entry(
            line(at),
            "found the unknown key '%s'%s%s".formatted(key, inside, Suggestion.hint(key, known)));
      default:
        return Map.entry(line(at), message.getMessage());
    }
  }

  /** {@code accepted[0].at}. */
  static String words(List<?> steps) {
    return steps.stream()
        .map(step -> step instanceof Integer ? "[" + step + "]" : "." + step)
        .collect(Collectors.joining())
        .replaceFirst("^\\.", "");
  }

  private static JsonSchema schema(String resource) {
    try (InputStream in = YamlTree.class.getResourceAsStream(resource)) {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(in);
    } catch (IOException e) {
      throw new LabException("the schema " + resource + " cannot be read", e);
    }
  }

  /**
   * An error that a schema cannot find.
   *
   * @param path names and indices from the root to the part
   */
  public LabException error(String what, Object... path) {
    return new LabException(file + ":" + line(List.of(path)) + ": " + what);
  }

  /** The line of a part, or of the nearest part around it that the file has. */
  public int line(List<?> path) {
    for (int steps = path.size(); steps > 0; steps--) {
      Node node = nodes.get(path.subList(0, steps));
      if (node != null) {
        return node.getStartMark().getLine() + 1;
      }
    }
    return 1;
  }

  /** A scalar as it is written: {@code 1.30} is no number here. Empty if there is none. */
  public Optional<String> written(Object... path) {
    return nodes.get(List.of(path)) instanceof ScalarNode scalar
        ? Optional.of(scalar.getValue())
        : Optional.empty();
  }

  /** All scalars as they are written, by their paths, in the order of the file. */
  public Map<List<Object>, String> written() {
    Map<List<Object>, String> written = new LinkedHashMap<>();
    nodes.forEach((path, node) -> written(path.toArray()).ifPresent(t -> written.put(path, t)));
    return written;
  }

  /** The path of the first scalar with such a path and value. */
  Optional<List<Object>> first(BiPredicate<List<Object>, String> condition) {
    return written().entrySet().stream()
        .filter(part -> condition.test(part.getKey(), part.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private JsonNode json(Node node, List<Object> path) {
    nodes.put(path, node);
    if (path.size() > MAX_DEPTH) {
      throw syntaxError(
          node,
          "is nested more than " + MAX_DEPTH + " deep, or contains itself by an alias (*name)");
    }
    if (nodes.size() > MAX_PARTS) {
      throw syntaxError(
          node, "there are more than " + MAX_PARTS + " parts, with those that aliases repeat");
    }
    JsonNodeFactory factory = JsonNodeFactory.instance;
    if (node instanceof MappingNode mapping) {
      ObjectNode object = factory.objectNode();
      for (NodeTuple tuple : mapping.getValue()) {
        if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
          throw syntaxError(tuple.getKeyNode(), "a key must be a word");
        }
        if (object.has(key.getValue())) {
          throw syntaxError(key, "the key '" + key.getValue() + "' stands here twice");
        }
        object.set(key.getValue(), json(tuple.getValueNode(), child(path, key.getValue())));
      }
      return object;
    }
    if (node instanceof SequenceNode sequence) {
      ArrayNode array = factory.arrayNode();
      sequence.getValue().forEach(item -> array.add(json(item, child(path, array.size()))));
      return array;
    }
    return scalar((ScalarNode) node);
  }

  private static List<Object> child(List<Object> path, Object step) {
    return Stream.concat(path.stream(), Stream.of(step)).toList();
  }

  /** The rules of YAML's core schema; quoted scalars are text. */
  private JsonNode scalar(ScalarNode node) {
    JsonNodeFactory factory = JsonNodeFactory.instance;
    String text = node.getValue();
    if (node.getTag().equals(Tag.INT) && text.matches("-?(0|[1-9][0-9]{0,17})")) {
      return factory.numberNode(Long.parseLong(text));
    }
    if (node.getTag().equals(Tag.FLOAT) && text.matches("-?[0-9]+\\.[0-9]+")) {
      return factory.numberNode(Double.parseDouble(text));
    }
    if (node.getTag().equals(Tag.BOOL) && text.matches("true|false")) {
      return factory.booleanNode(Boolean.parseBoolean(text));
    }
    if (node.getTag().equals(Tag.NULL)) {
      return factory.nullNode();
    }
    return factory.textNode(text);
  }

  private LabException syntaxError(Node node, String what) {
    return new LabException(file + ":" + (node.getStartMark().getLine() + 1) + ": " + what);
  }
}
