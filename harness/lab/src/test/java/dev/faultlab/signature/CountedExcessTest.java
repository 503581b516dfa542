package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.SampleTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountedExcessTest {
  @TempDir private Path folder;

  @Test
  void onlyMoreThanTheLimitIsOverIt() throws IOException {
    assertThat(observe(242, 128, Map.of()))
        .returns(State.PRESENT, Observation::state)
        .returns("value 242, limit 128", Observation::reason);
    assertThat(observe(128, 128, Map.of())).returns("within", Observation::code);
    assertThat(observe(0, 0, Map.of())).returns(State.ABSENT, Observation::state);
  }

  @Test
  void anUnlimitedValueIsNeitherOverNorWithin() throws IOException {
    assertThat(observe(242, -1, Map.of()))
        .returns(State.UNKNOWN, Observation::state)
        .returns("no-limit", Observation::code);
  }

  @Test
  void aLabMayNameBoth() throws IOException {
    assertThat(observe(2, 1, Map.of("value-is", "MiB of heap", "limit-is", "memory.max")).reason())
        .isEqualTo("MiB of heap 2, memory.max 1");
  }

  private Observation observe(long value, long limit, Map<String, String> words)
      throws IOException {
    Files.writeString(
        folder.resolve("a.json"), "{\"value\": " + value + ", \"limit\": " + limit + "}");
    Map<String, String> inputs = new java.util.HashMap<>(words);
    inputs.put("value", "a.json#/value");
    inputs.put("limit", "a.json#/limit");
    CountedExcess signature = new CountedExcess();
    return signature.observe(SampleTrial.in(folder), Inputs.of(signature.inputs(), inputs));
  }
}
