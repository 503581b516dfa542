package dev.faultlab.tools.lint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * docs/declaration.md explains every key of a declaration, and shows only what the schema allows.
 */
class DeclarationPageTest {
  /** One key, or several that are explained together. */
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ((?:`[a-z0-9-]+`(?:, )?)+) \\|");

  private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```yaml\n(.*?)^```$");

  private String page;
  private JsonNode schema;

  @BeforeEach
  void read() throws IOException {
    page = Files.readString(Path.of("../../docs/declaration.md"));
    schema =
        Json.MAPPER.readTree(
            DeclarationPageTest.class.getResourceAsStream("/schema/lab.schema.json"));
  }

  @Test
  void everyKeyIsExplainedAndNoOther() {
    assertThat(keys("The whole")).isEqualTo(names("/properties"));
    assertThat(keys("Parameters and axes")).isEqualTo(names("/$defs/parameter/properties"));
    assertThat(keys("Procedures"))
        .isEqualTo(
            names(
                "/$defs/step/then/properties",
                "/$defs/step/else/then/properties",
                "/$defs/step/else/else/properties"));
    assertThat(keys("Variants"))
        .isEqualTo(names("/properties/variants/items/properties", "/$defs/variant/properties"));
  }

  @Test
  void everyExampleIsOfTheForm() {
    // An example is a part of a declaration.
    ((ObjectNode) schema).remove("required");
    JsonSchema form =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema);
    List<String> examples = EXAMPLE.matcher(page).results().map(found -> found.group(1)).toList();
    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      assertThat(form.validate(example, InputFormat.YAML)).as(example).isEmpty();
    }
  }

  private Set<String> keys(String heading) {
    Matcher section = Pattern.compile("(?ms)^## " + heading + "\n(.*?)(?=^## |\\z)").matcher(page);
    assertThat(section.find()).as("a section '%s'", heading).isTrue();
    Set<String> keys = new TreeSet<>();
    ROW.matcher(section.group(1))
        .results()
        .map(found -> found.group(1).replace("`", "").split(", "))
        .forEach(row -> keys.addAll(List.of(row)));
    return keys;
  }

  private Set<String> names(String... pointers) {
    Set<String> names = new TreeSet<>();
    for (String pointer : pointers) {
      assertThat(schema.at(pointer).isObject()).as(pointer).isTrue();
      schema.at(pointer).fieldNames().forEachRemaining(names::add);
    }
    return names;
  }
}
