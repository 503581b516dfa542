package dev.faultlab.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.faultlab.evidence.TrialEvidence;
import dev.faultlab.fact.MissingFact;
import dev.faultlab.lab.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementsTest {
  private static final Metric PLAIN =
      new Metric("rate", "Rate", "1/s", true, "a.json#/totals/rate", Optional.empty());
  private static final Metric SERIES =
      new Metric(
          "p99",
          "p99",
          "ms",
          false,
          "a.json#/by",
          Optional.of(new Metric.Each("threads", "latency/p99")));

  @TempDir Path run;

  @Test
  void aPlainMetricHasOneSamplePerTrial() throws IOException {
    List<TrialEvidence> trials =
        List.of(
            trial(1, "{\"totals\":{\"rate\":5}}", Optional.empty()),
            trial(2, "{\"totals\":{\"rate\":7.5}}", Optional.empty()),
            trial(3, "{\"totals\":{\"rate\":999}}", Optional.of("the service did not answer")));
    List<Measurement> measurements = Measurements.of(List.of(PLAIN), Map.of("cell", trials));
    assertThat(measurements).hasSize(1);
    assertThat(measurements.get(0).samples()).containsExactly(5.0, 7.5);
    assertThat(measurements.get(0).label()).isEmpty();
    assertThat(measurements.get(0).estimate().n()).isEqualTo(2);
  }

  @Test
  void aSeriesHasOneMeasurementPerLabel() throws IOException {
    String text =
        "{\"by\":[{\"threads\":1,\"latency\":{\"p99\":2}},{\"threads\":8,\"latency\":{\"p99\":20}}]}";
    List<TrialEvidence> trials = List.of(trial(1, text, Optional.empty()));
    assertThat(Measurements.of(List.of(SERIES), Map.of("cell", trials)))
        .extracting(m -> m.label() + ": " + m.estimate().median())
        .containsExactly("threads=1: 2.0", "threads=8: 20.0");
  }

  @Test
  void aTrialThatWritesNoSuchFileIsNotMeasured() throws IOException {
    Metric elsewhere = new Metric("x", "x", "1", true, "b.json#/x", Optional.empty());
    List<TrialEvidence> trials = List.of(trial(1, "{}", Optional.empty()));
    assertThat(Measurements.of(List.of(elsewhere), Map.of("cell", trials))).isEmpty();
  }

  @Test
  void nullIsNoSample() throws IOException {
    List<TrialEvidence> trials =
        List.of(trial(1, "{\"totals\":{\"rate\":null}}", Optional.empty()));
    assertThat(Measurements.of(List.of(PLAIN), Map.of("cell", trials))).isEmpty();
  }

  @Test
  void aPointerThatLeadsNowhereNamesFileAndPointer() throws IOException {
    List<TrialEvidence> trials = List.of(trial(1, "{\"totals\":{}}", Optional.empty()));
    assertThatThrownBy(() -> Measurements.of(List.of(PLAIN), Map.of("cell", trials)))
        .isInstanceOf(MissingFact.class)
        .hasMessageContaining("evidence/cell/1/a.json#/totals/rate is missing");
  }

  @Test
  void aWordIsNoNumber() throws IOException {
    List<TrialEvidence> trials =
        List.of(trial(1, "{\"totals\":{\"rate\":\"fast\"}}", Optional.empty()));
    assertThatThrownBy(() -> Measurements.of(List.of(PLAIN), Map.of("cell", trials)))
        .hasMessageContaining("expected a number");
  }

  private TrialEvidence trial(int index, String json, Optional<String> failure) throws IOException {
    Path folder = Files.createDirectories(run.resolve("evidence/cell/" + index));
    Files.writeString(folder.resolve("a.json"), json);
    return new TrialEvidence(
        run, folder, "cell", index, Map.of(), Optional.empty(), failure, "2026-01-01T00:00:00Z", 1);
  }
}
