package dev.faultlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.lab.Parameter.Use;
import dev.faultlab.point.Value;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterTest {
  private static final List<Value> ONE = List.of(Value.of(1));
  private final Parameter threads =
      parameter(
          "threads",
          new Parameter.Limits(Use.LIST, Optional.of(Value.of(1)), Optional.of(64L), List.of()),
          Optional.empty());

  private static Parameter parameter(
      String name, Parameter.Limits limits, Optional<Binding> binding) {
    List<Value> usual = limits.choices().isEmpty() ? ONE : limits.choices();
    return new Parameter(name, name, "of a test", usual, usual, limits, binding);
  }

  @Test
  void keepsOrderAndDropsRepetitions() {
    assertThat(threads.allowed(Value.list("8, 1,8,32")))
        .containsExactly(Value.of(8), Value.of(1), Value.of(32));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "65", "-1", "1,", "eight", "08", "1;rm", "9999999999999999999"})
  void refusesAndSaysWhatItExpects(String text) {
    assertThatThrownBy(() -> threads.allowed(Value.list(text)))
        .isInstanceOf(BadQuestion.class)
        .hasMessageContaining("--threads")
        .hasMessageContaining("expected");
  }

  @Test
  void refusesWhatIsNotAmongTheChoices() {
    List<Value> families = List.of(Value.of("v4"), Value.of("v6"));
    Parameter listener =
        parameter(
            "listener",
            new Parameter.Limits(Use.AXIS, Optional.empty(), Optional.empty(), families),
            Optional.empty());
    assertThatThrownBy(() -> listener.allowed(Value.list("v4,v5")))
        .hasMessageContaining("one of v4, v6");
    assertThat(listener.allowed(Value.list("all"))).isEqualTo(families);
  }

  @Test
  void anAxisThatARoleFillsTakesWhatTheRoleCanFill() {
    Parameter jdk =
        parameter(
            "jdk",
            Parameter.Limits.any(Use.AXIS),
            Optional.of(new Binding("JRE_IMAGE", Requirement.parse("jre:JDK={jdk}"))));
    assertThat(jdk.allowed(Value.list("99,image:registry.example/jre:25-vendor")))
        .containsExactly(Value.of(99), Value.of("image:registry.example/jre:25-vendor"));
  }

  @Test
  void anOlderVersionThanTheLabRunsWithIsRefused() {
    Parameter go =
        parameter(
            "go",
            new Parameter.Limits(
                Use.AXIS, Optional.of(Value.of("1.24")), Optional.empty(), List.of()),
            Optional.of(new Binding("GO_IMAGE", Requirement.parse("client:RELEASE={go}"))));
    assertThatThrownBy(() -> go.allowed(Value.list("1.26.8,1.9.7")))
        .isInstanceOf(BadQuestion.class)
        .hasMessageContaining("--go '1.9.7': expected a version from 1.24 on");
    assertThat(go.allowed(Value.list("1.24.0,1.27rc1,newest,image:registry.example/client:1.9")))
        .extracting(Value::toString)
        .containsExactly("1.24.0", "1.27rc1", "newest", "image:registry.example/client:1.9");
  }

  @Test
  void aSingleValueHasNoCommas() {
    Parameter word = parameter("word", Parameter.Limits.any(Use.ONE), Optional.empty());
    assertThatThrownBy(() -> word.allowed(Value.list("a,b"))).isInstanceOf(BadQuestion.class);
  }
}
