package dev.faultlab.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.lab.Parameter.BadParameter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterTest {
  private final Parameter threads =
      new Parameter(
          "threads",
          "thread counts",
          true,
          true,
          List.of("1"),
          List.of("1"),
          Optional.of(1L),
          Optional.of(64L),
          List.of());

  @Test
  void keepsOrderAndDropsRepetitions() {
    assertThat(threads.parse("8, 1,08,32")).containsExactly("8", "1", "32");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "65", "-1", "1,", "eight", "1;rm", "9999999999999999999"})
  void refusesAndSaysWhatItExpects(String text) {
    assertThatThrownBy(() -> threads.parse(text))
        .isInstanceOf(BadParameter.class)
        .hasMessageContaining("--threads")
        .hasMessageContaining("expected");
  }

  @Test
  void refusesWhatIsNotAmongTheChoices() {
    Parameter jdk =
        new Parameter(
            "jdk",
            "releases",
            true,
            true,
            List.of("17"),
            List.of("17"),
            Optional.empty(),
            Optional.empty(),
            List.of("17", "21"));
    assertThatThrownBy(() -> jdk.parse("17,16")).hasMessageContaining("one of 17, 21");
  }

  @Test
  void aSingleValueHasNoCommas() {
    Parameter word =
        new Parameter(
            "word",
            "a word",
            false,
            false,
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            List.of());
    assertThatThrownBy(() -> word.parse("a,b")).isInstanceOf(BadParameter.class);
  }
}
