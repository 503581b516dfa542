package dev.faultlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.files.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "pair.js, /k6/pair.js",
        "./load.js, /lab/load.js",
        "../load.js, -",
        "./../load.js, -",
        "/etc/load.js, -",
      })
  void aScriptIsOneOfOursOrTheLabsOwn(String script, String path) throws IOException {
    String allowed =
        Json.MAPPER
            .readTree(StepTest.class.getResourceAsStream("/schema/lab.schema.json"))
            .findValues("k6")
            .stream()
            .map(k6 -> k6.path("pattern").asText())
            .filter(pattern -> !pattern.isEmpty())
            .findFirst()
            .orElseThrow();
    assertThat(script.matches(allowed)).isEqualTo(path != null);
    if (path != null) {
      Step.K6 step = new Step.K6(script, Map.of(), "s.json", Duration.ofMinutes(1));
      assertThat(step.path()).isEqualTo(path);
    }
  }
}
