package dev.faultlab.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.SampleTrial;
import dev.faultlab.lab.LabReader;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The signatures of lab random on evidence that the lab has made. */
class RandomLabEvidenceTest {
  private static final Path FILES = Path.of("../samples/captures/random");

  @ParameterizedTest
  @CsvSource({
    "stdout-lock, stalled-println.json, PRESENT, queued",
    "stdout-lock, stalled-silent.json, ABSENT, served",
    "entropy-lock, starved-strong.json, PRESENT, queued",
    "mail-wait, mailed-strong.json, PRESENT, each-waits",
    "mail-wait, mailed-later.json, ABSENT, served",
    "foretold-codes, foretold-shared-random.json, PRESENT, foretold",
    "foretold-codes, foretold-shared-secure-random.json, ABSENT, no-state",
  })
  void decides(String signature, String file, State state, String code) {
    Observation seen = observe(signature, file);
    assertThat(seen.state()).isEqualTo(state);
    assertThat(seen.code()).isEqualTo(code);
    assertThat(seen.facts()).isNotEmpty().allMatch(fact -> fact.file().equals(file));
  }

  @Test
  void cannotTellFromAnothersEvidence() {
    Observation seen = observe("stdout-lock", "foretold-shared-random.json");
    assertThat(seen.state()).isEqualTo(State.UNKNOWN);
    assertThat(seen.code()).isEqualTo("fact-missing");
  }

  private static Observation observe(String signature, String file) {
    Map<String, String> entry =
        new LabReader(java.util.List.of(Path.of("../../labs")))
            .read("random")
            .signatures()
            .get(signature);
    DeclaredSignature declared =
        new Signatures().declared(signature, entry).with(Map.of("report", file + "#"));
    return new Observer().observe(declared, SampleTrial.in(FILES));
  }
}
