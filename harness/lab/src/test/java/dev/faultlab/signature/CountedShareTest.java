package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.Fact;
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
  void presentWhenAllGoOn() {
    Observation seen = decide(24, 24);
    assertThat(seen.state()).isEqualTo(State.PRESENT);
    assertThat(seen.reason())
        .isEqualTo(
            "of 24 callers whose context ended before an answer came 24 came back only when an answer"
                + " was due");
  }

  @Test
  void presentWhenAGoodPartGoesOn() {
    // a cache of 3 s against a record of 1 s, watched for 5 s
    assertThat(decide(20, 9).state()).isEqualTo(State.PRESENT);
    assertThat(decide(20, 5).state()).isEqualTo(State.PRESENT);
  }

  @Test
  void absentOnlyWhenNoneGoesOn() {
    assertThat(decide(24, 0).state()).isEqualTo(State.ABSENT);
  }

  @Test
  void unknownWhenHardlyAnyGoesOn() {
    Observation seen = decide(24, 1);
    assertThat(seen.state()).isEqualTo(State.UNKNOWN);
    assertThat(seen.code()).isEqualTo("few");
    assertThat(decide(20, 4).code()).isEqualTo("few");
  }

  @Test
  void unknownWhenTooLittleEnded() {
    assertThat(decide(7, 7).code()).isEqualTo("too-few");
    assertThat(decide(0, 0).code()).isEqualTo("too-few");
    assertThat(decide(8, 8).state()).isEqualTo(State.PRESENT);
  }

  @Test
  void aPartLargerThanItsWholeCountsSomethingElse() {
    assertThat(decide(24, 25).code()).isEqualTo("more-than-whole");
    assertThat(decide(24, 25).state()).isEqualTo(State.UNKNOWN);
  }

  @Test
  void aLabMaySetTheThresholds() throws IOException {
    Files.writeString(folder.resolve("a.json"), "{\"all\": 3, \"some\": 1}");
    assertThat(observe(Map.of()).code()).isEqualTo("too-few");
    assertThat(observe(Map.of("at-least", "3")).state()).isEqualTo(State.PRESENT);
    assertThat(observe(Map.of("at-least", "3", "one-in", "2")).code()).isEqualTo("few");
    assertThat(observe(Map.of("at-least", "3")).reason())
        .isEqualTo("of 3 requests 1 were sent twice");
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

  private static Observation decide(long whole, long part) {
    return CountedShare.decide(
        fact("callers whose context ended before an answer came", whole),
        fact("came back only when an answer was due", part),
        CountedShare.AT_LEAST,
        CountedShare.ONE_IN);
  }

  private static Fact<Long> fact(String name, long value) {
    return new Fact<>(name, name, "1", value, "cancel.json", "/" + name);
  }
}
