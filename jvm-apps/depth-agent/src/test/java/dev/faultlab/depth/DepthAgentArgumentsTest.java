package dev.faultlab.depth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DepthAgentArgumentsTest {
  @Test
  void theFileIsOptional() {
    assertThat(DepthAgent.outFile("")).isEmpty();
    assertThat(DepthAgent.outFile("out=/evidence/depth.json")).isEqualTo("/evidence/depth.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"out=", "file=a.json", "a.json"})
  void anythingElseIsRefusedWithWhatWasExpected(String arguments) {
    assertThatThrownBy(() -> DepthAgent.outFile(arguments))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(arguments)
        .hasMessageContaining("out=FILE");
  }
}
