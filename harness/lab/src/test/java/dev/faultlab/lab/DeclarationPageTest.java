package dev.faultlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/declaration.md is all that an author reads: no key of the schema is missing there. */
class DeclarationPageTest {

  @Test
  void thePageExplainsEveryKeyOfTheSchema() throws IOException {
    Set<String> keys = new TreeSet<>();
    collect(Json.read(Path.of("src/main/resources/schema/lab.schema.json")), keys);
    String page = Files.readString(Path.of("../../docs/declaration.md"));

    assertThat(keys).contains("guests", "cgroup", "when", "fact", "snap-length");
    assertThat(keys)
        .filteredOn(key -> !Pattern.compile("`" + Pattern.quote(key) + "[`:]").matcher(page).find())
        .isEmpty();
  }

  private static void collect(JsonNode node, Set<String> keys) {
    node.properties()
        .forEach(
            field -> {
              if (field.getKey().equals("properties")) {
                field.getValue().fieldNames().forEachRemaining(keys::add);
              }
              collect(field.getValue(), keys);
            });
    node.elements()
        .forEachRemaining(
            each -> {
              if (node.isArray()) {
                collect(each, keys);
              }
            });
  }
}
