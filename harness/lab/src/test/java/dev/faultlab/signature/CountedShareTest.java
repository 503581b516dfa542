package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.SampleTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountedShareTest {
  @TempDir private Path folder;

  @Test
  void aLabMaySetTheThresholds() throws IOException {
    Files.writeString(folder.resolve("a.json"), "{\"all\": 3, \"some\": 1}");
    assertThat(observe(Map.of()).code()).isEqualTo("too-few");
    assertThat(observe(Map.of("at-least", "3")).state()).isEqualTo(State.PRESENT);
    assertThat(observe(Map.of("at-least", "3", "one-in", "2")).code()).isEqualTo("few");
    assertThat(observe(Map.of("at-least", "3")).reason())
        .isEqualTo("of 3 requests 1 were sent twice");
  }

  @Test
  void oneIsNotOfOneRequests() throws IOException {
    Files.writeString(folder.resolve("a.json"), "{\"all\": 1, \"some\": 1}");
    assertThat(observe(Map.of("at-least", "1")).reason())
        .isEqualTo("requests: 1; were sent twice: 1");
  }

  private Observation observe(Map<String, String> thresholds) {
    Map<String, String> inputs = new HashMap<>(thresholds);
    inputs.put("whole", "a.json#/all");
    inputs.put("whole-is", "requests");
    inputs.put("part", "a.json#/some");
    inputs.put("part-is", "were sent twice");
    CountedShare signature = new CountedShare();
    return signature.observe(SampleTrial.in(folder), Inputs.of(signature.inputs(), inputs));
  }
}
