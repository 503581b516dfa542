package dev.faultlab.fact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFactsTest {
  private static final FactSpec SPEC = new FactSpec("calls", "1", "calls");

  @TempDir private Path folder;

  @Test
  void readsTheLargestCounterThatFits() throws IOException {
    assertThat(count("9223372036854775807").value()).isEqualTo(Long.MAX_VALUE);
    assertThat(total("{\"a\": 9223372036854775806, \"b\": 1}").value()).isEqualTo(Long.MAX_VALUE);
  }

  /** Kernels count in 64 bits without a sign. */
  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775808", "18446744073709551615", "1.5", "\"7\""})
  void refusesACountThatWouldBeCut(String number) {
    assertThatThrownBy(() -> count(number))
        .isInstanceOf(MissingFact.class)
        .hasMessageContaining("c.json/n is '" + number + "', expected a whole number up to");
    assertThatThrownBy(() -> total("{\"a\": " + number + "}")).isInstanceOf(MissingFact.class);
  }

  @Test
  void refusesATotalThatWouldOverflow() {
    assertThatThrownBy(() -> total("{\"a\": 9223372036854775807, \"b\": 1}"))
        .isInstanceOf(MissingFact.class)
        .hasMessageContaining("c.json/n adds up to more than");
  }

  @Test
  void saysInOneLineWhyAFileCannotBeRead() {
    assertThatThrownBy(() -> count("<html>\n"))
        .isInstanceOf(UnreadableEvidence.class)
        .hasMessageContaining("c.json cannot be read: not JSON: Unexpected character ('<'")
        .hasMessageEndingWith(", line 1, column 6")
        .hasMessageNotContaining("\n");
  }

  private Fact<Long> count(String number) throws IOException {
    return facts(number).count(SPEC, "c.json#/n");
  }

  private Fact<Long> total(String numbers) throws IOException {
    return facts(numbers).total(SPEC, "c.json#/n");
  }

  private JsonFacts facts(String value) throws IOException {
    Files.writeString(folder.resolve("c.json"), "{\"n\":" + value + "}");
    return new JsonFacts(SampleTrial.in(folder));
  }
}
