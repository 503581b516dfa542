package dev.faultlab.charset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JsonTest {

  @Test
  void anotherReaderReadsWhatWasWritten() throws Exception {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("text", "a \"quoted\\\" line\nand \u6587\u5b57");
    value.put("whole", 9_007_199_254_740_993L);
    value.put("part", 0.25);
    value.put("yes", true);
    value.put("none", OptionalLong.empty());
    value.put("some", OptionalLong.of(7));
    value.put("list", List.of("a", Map.of("b", 1)));
    value.put("empty", List.of(Map.of(), List.of()));

    JsonNode read = new ObjectMapper().readTree(Json.of(value));

    assertThat(read.at("/text").asText()).isEqualTo(value.get("text"));
    assertThat(read.at("/whole").asLong()).isEqualTo(9_007_199_254_740_993L);
    assertThat(read.at("/part").asDouble()).isEqualTo(0.25);
    assertThat(read.at("/yes").asBoolean()).isTrue();
    assertThat(read.at("/none").isNull()).isTrue();
    assertThat(read.at("/some").asLong()).isEqualTo(7);
    assertThat(read.at("/list/1/b").asLong()).isEqualTo(1);
    assertThat(read.at("/empty").toString()).isEqualTo("[{},[]]");
  }

  @Test
  void refusesWhatJsonDoesNotHave() {
    assertThatThrownBy(() -> Json.of(Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> Json.of(new Object())).hasMessageContaining("Object");
  }
}
