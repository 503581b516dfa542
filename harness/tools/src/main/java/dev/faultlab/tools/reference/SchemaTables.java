package dev.faultlab.tools.reference;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The keys of a JSON Schema as Markdown: a section with a table for each object that has keys,
 * under its {@code title}.
 */
final class SchemaTables {
  private static final String REF = "$ref";

  private final JsonNode schema;

  /** Heading to the object that has the keys, in the order in which the root leads to them. */
  private final Map<String, JsonNode> sections = new LinkedHashMap<>();

  private final Set<String> followed = new LinkedHashSet<>();

  SchemaTables(JsonNode schema) {
    this.schema = schema;
    collect(schema);
  }

  private void collect(JsonNode node) {
    if (!node.isObject()) {
      return;
    }
    if (node.has(REF) && followed.add(node.path(REF).asText())) {
      collect(target(node));
    }
    JsonNode other = node.has("properties") ? sections.putIfAbsent(title(node), node) : null;
    if (other != null && other != node) {
      throw new IllegalStateException("two objects of the schema are called " + title(node));
    }
    for (JsonNode property : node.path("properties")) {
      collect(property);
    }
    for (String part : List.of("additionalProperties", "items", "then", "else")) {
      collect(node.path(part));
    }
    for (String part : List.of("oneOf", "anyOf")) {
      node.path(part).forEach(this::collect);
    }
  }

  private static String title(JsonNode node) {
    if (!node.has("title")) {
      throw new IllegalStateException("no title for the keys " + node.path("properties"));
    }
    return node.path("title").asText();
  }

  String markdown() {
    StringBuilder text = new StringBuilder();
    sections.forEach((title, node) -> text.append(section(title, node)));
    return text.toString();
  }

  private String section(String title, JsonNode node) {
    StringBuilder text = new StringBuilder("\n## " + title + "\n\n");
    List<String> again = new ArrayList<>();
    List<String> needed = new ArrayList<>();
    node.path("required").forEach(name -> needed.add(name.asText()));
    text.append("| key | value | meaning |\n| --- | --- | --- |\n");
    node.path("properties")
        .properties()
        .forEach(
            field -> {
              if (field.getValue().path(REF).asText().contains("/properties/")) {
                again.add("`" + field.getKey() + "`");
              } else {
                String mark = needed.contains(field.getKey()) ? " (needed)" : "";
                text.append(row(field.getKey(), mark, field.getValue()));
              }
            });
    if (!again.isEmpty()) {
      text.append("\nA variant's keys, for all of them: ");
      text.append(String.join(", ", again)).append(".\n");
    }
    return text.toString();
  }

  private String row(String key, String mark, JsonNode node) {
    if (!node.has("description")) {
      throw new IllegalStateException("no description of the key " + key);
    }
    String usual = node.has("default") ? " Default: `" + node.path("default").asText() + "`." : "";
    return "| `%s`%s | %s | %s%s |\n"
        .formatted(key, mark, form(node), node.path("description").asText(), usual)
        .replace("||", "\\|\\|");
  }

  /** What a value looks like. */
  private String form(JsonNode declared) {
    JsonNode node = resolved(declared);
    if (node.has("properties")) {
      String title = title(node);
      return "[%s](#%s)".formatted(title.toLowerCase(Locale.ROOT), anchor(title));
    }
    if (node.has("title")) {
      return node.path("title").asText();
    }
    List<String> choices = new ArrayList<>();
    node.path("enum").forEach(value -> choices.add("`" + value.asText() + "`"));
    for (String part : List.of("oneOf", "anyOf")) {
      node.path(part).forEach(choice -> choices.add(form(choice)));
    }
    if (node.has("then")) {
      choices.add(form(node.path("then")));
      choices.add(form(node.path("else")));
    }
    if (!choices.isEmpty()) {
      return String.join(" or ", new LinkedHashSet<>(choices));
    }
    return switch (node.path("type").asText()) {
      case "array" -> "list of " + form(node.path("items"));
      case "object" ->
          node.path("additionalProperties").isObject()
              ? "map from name to " + form(node.path("additionalProperties"))
              : "map";
      case "boolean" -> "`true` or `false`";
      case "integer", "number" -> "number" + range(node);
      default -> node.path("type").isArray() ? "text or number" : "text";
    };
  }

  private static String range(JsonNode node) {
    return node.has("minimum") && node.has("maximum")
        ? " (" + node.path("minimum") + " to " + node.path("maximum") + ")"
        : "";
  }

  private JsonNode resolved(JsonNode node) {
    JsonNode at = node;
    while (at.has(REF) && !at.has("properties")) {
      at = target(at);
    }
    return at;
  }

  private JsonNode target(JsonNode node) {
    return schema.at(node.path(REF).asText().substring(1));
  }

  static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
  }
}
