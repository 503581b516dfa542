package dev.faultlab.token.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodeCostsTest {
  @TempDir private Path folder;

  @Test
  void writesACostWithItsErrorForEachGeneratorAndNumberOfThreads() throws Exception {
    Path file = folder.resolve("costs.json");
    CodeCosts.main(
        new String[] {
          "--threads", "2",
          "--generators", "new-random,thread-local-random",
          "--warm-ups", "1",
          "--iterations", "3",
          "--millis", "20",
          "--json", file.toString()
        });
    JsonNode costs = new ObjectMapper().readTree(file.toFile()).path("costs");
    assertThat(costs).hasSize(2);
    assertThat(costs.at("/0/at").asText()).isEqualTo("new-random-2");
    assertThat(costs.at("/1/at").asText()).isEqualTo("thread-local-random-2");
    for (JsonNode cost : costs) {
      assertThat(cost.path("nanosPerCode").asDouble()).isPositive();
      assertThat(cost.path("errorNanos").asDouble()).isPositive();
      assertThat(cost.path("iterations").asInt()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--threads, 1;2, 'found ''1;2'', expected a whole number from 1 to 256'",
    "--threads, 0, 'found ''0'', expected a whole number from 1 to 256'",
    "--iterations, many, 'found ''many'', expected a whole number from 1 to 100000'",
    "--generators, dice, 'found ''dice'', expected shared-random or'",
    "--speed, 5, 'found ''--speed'', see --help'",
  })
  void refusesWhatItDoesNotKnow(String option, String value, String message) {
    assertThatThrownBy(() -> BenchOptions.parse(new String[] {option, value}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void refusesAnOptionWithoutItsValue() {
    assertThatThrownBy(() -> BenchOptions.parse(new String[] {"--threads"}))
        .hasMessageContaining("found '--threads' at the end");
  }
}
