package dev.faultlab.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.faultlab.files.Json;
import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.point.Point;
import dev.faultlab.point.Selector;
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

  @ParameterizedTest(name = "{0} at {1} and {2} at {3}, which depends on {4}: {5}")
  @CsvSource({
    "shared, 'jdk=17,coredns=1', own, 'jdk=17,coredns=1', '', true",
    "shared, 'jdk=17,coredns=1', own, jdk=17, '', true",
    "shared, 'jdk=17,coredns=1', own, 'jdk=25,coredns=1', '', false",
    "cookies, 'kernel=unfixed,delay=0', cookies, 'kernel=fixed,delay=0', kernel, true",
    "cookies, 'kernel=unfixed,delay=0', cookies, 'kernel=fixed,delay=1', kernel, false",
    "cookies, 'kernel=unfixed,delay=0', cookies, 'kernel=fixed,delay=0', '', false",
    "cookies, 'kernel=unfixed,delay=0', other, 'kernel=fixed,delay=0', kernel, false",
    "cookies, 'kernel=unfixed,cure=none', other, 'kernel=unfixed,cure=relay', '', false"
  })
  void aFaultHasItsControlWhereTheyAgree(
      String fault, String at, String control, String there, String dependsOn, boolean pair) {
    Set<String> axis = dependsOn.isEmpty() ? Set.of() : Set.of(dependsOn);
    Outcome one = outcome(fault, at, Presence.PRESENT, axis);
    Outcome other = outcome(control, there, Presence.ABSENT, axis);
    assertThat(one.hasControl(other)).isEqualTo(pair);
    assertThat(other.hasControl(one)).isFalse();
    assertThat(one.hasControl(one)).isFalse();
  }

  private static Outcome outcome(String variant, String at, Presence found, Set<String> dependsOn) {
    return Judge.outcome(
        new Point(variant, Selector.parse(at).at()),
        "signature",
        new Expectation(found, Optional.empty()),
        dependsOn,
        List.of());
  }
}
