package dev.faultlab.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.faultlab.files.Json;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.point.Point;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutcomeTest {

  /** Results of earlier versions name one axis or none. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"'' | null", "jdk | \"jdk\"", "jdk kernel | [\"jdk\",\"kernel\"]"})
  void theAxesOfItsExpectationAreNoneOneOrAList(String axes, String json)
      throws JsonProcessingException {
    Outcome outcome =
        Judge.outcome(
            new Point("v", Map.of()),
            "sig",
            new Expectation(Presence.ABSENT, Optional.empty()),
            axes.isEmpty() ? Set.of() : Set.of(axes.split(" ")),
            List.of());

    String text = Json.MAPPER.writeValueAsString(outcome);

    assertThat(text).contains("\"dependsOn\":" + json);
    assertThat(Json.STRICT.readValue(text, Outcome.class)).isEqualTo(outcome);
  }
}
