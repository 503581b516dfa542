package dev.faultlab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.files.Json;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class ChangeTest {

  /** A new word is one line in {@link Change} and one in the published schema. */
  @Test
  void thePublishedSchemaHasEveryWord() throws IOException {
    JsonNode schema =
        Json.MAPPER.readTree(Change.class.getResourceAsStream("/schema/upgrade.schema.json"));
    List<String> published =
        StreamSupport.stream(schema.at("/$defs/change/enum").spliterator(), false)
            .map(JsonNode::asText)
            .toList();
    assertThat(published)
        .as("harness/lab/src/main/resources/schema/upgrade.schema.json, $defs/change")
        .containsExactlyElementsOf(Arrays.stream(Change.values()).map(Enum::name).toList());
    assertThat(Arrays.stream(Change.values()).map(Change::words)).doesNotHaveDuplicates();
  }
}
