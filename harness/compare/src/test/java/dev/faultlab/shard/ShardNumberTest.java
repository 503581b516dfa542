package dev.faultlab.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.lab.BadQuestion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which machine of how many, as people and as CI systems say it. */
class ShardNumberTest {

  @Test
  void asTyped() {
    assertThat(ShardNumber.parse("2/4", Map.of())).isEqualTo(new ShardNumber(2, 4));
  }

  @Test
  void gitLabCountsFromOne() {
    assertThat(ShardNumber.parse("auto", Map.of("CI_NODE_INDEX", "4", "CI_NODE_TOTAL", "4")))
        .isEqualTo(new ShardNumber(4, 4));
  }

  @Test
  void kubernetesCountsFromZero() {
    Map<String, String> last = Map.of("JOB_COMPLETION_INDEX", "3", "CI_NODE_TOTAL", "4");
    assertThat(ShardNumber.parse("auto", last)).isEqualTo(new ShardNumber(4, 4));
    Map<String, String> beyond = Map.of("JOB_COMPLETION_INDEX", "4", "CI_NODE_TOTAL", "4");
    assertThatThrownBy(() -> ShardNumber.parse("auto", beyond))
        .isInstanceOf(BadQuestion.class)
        .hasMessageContaining("5/4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0/4", "5/4", "1/0", "2", "1/4/", "-1/4", "1.5/4", "a/b", "1/99999"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> ShardNumber.parse(text, Map.of()))
        .isInstanceOf(BadQuestion.class)
        .hasMessageContaining("expected I/N");
  }

  @Test
  void anEnvironmentThatSaysTooLittleOrTooMuchIsRefused() {
    for (Map<String, String> environment :
        List.of(
            Map.<String, String>of(),
            Map.of("CI_NODE_INDEX", "1"),
            Map.of("CI_NODE_TOTAL", "2"),
            Map.of("CI_NODE_INDEX", "1", "JOB_COMPLETION_INDEX", "0", "CI_NODE_TOTAL", "2"))) {
      assertThatThrownBy(() -> ShardNumber.parse("auto", environment))
          .as(environment.toString())
          .isInstanceOf(BadQuestion.class)
          .hasMessageContaining("CI_NODE_TOTAL");
    }
  }
}
