package dev.faultlab.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.fact.SampleTrial;
import dev.faultlab.fact.TrialEvidence;
import dev.faultlab.lab.Metric;
import dev.faultlab.point.Point;
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
          Optional.of(new Metric.Elements("threads", "latency/p99")));

  @TempDir Path run;

  @Test
  void aPlainMetricHasOneSamplePerTrial() throws IOException {
    List<TrialEvidence> trials =
        List.of(
            trial(1, "{\"totals\":{\"rate\":5}}", Optional.empty()),
            trial(2, "{\"totals\":{\"rate\":7.5}}", Optional.empty()),
            trial(3, "{\"totals\":{\"rate\":999}}", Optional.of("the service did not answer")));
    List<Measurement> measured = read(PLAIN, trials).all();
    assertThat(measured).hasSize(1);
    assertThat(measured.get(0).samples()).containsExactly(5.0, 7.5);
    assertThat(measured.get(0).within()).isEmpty();
    assertThat(measured.get(0).estimate().n()).isEqualTo(2);
  }

  @Test
  void aSeriesHasOneMeasurementPerLabel() throws IOException {
    String text =
        "{\"by\":[{\"threads\":1,\"latency\":{\"p99\":2}},{\"threads\":8,\"latency\":{\"p99\":20}}]}";
    List<TrialEvidence> trials = List.of(trial(1, text, Optional.empty()));
    assertThat(read(SERIES, trials).all())
        .extracting(m -> m.place() + ": " + m.estimate().median())
        .containsExactly("v, threads 1: 2.0", "v, threads 8: 20.0");
  }

  @Test
  void aTrialThatWritesNoSuchFileIsNotMeasured() throws IOException {
    Metric elsewhere = new Metric("x", "x", "1", true, "b.json#/x", Optional.empty());
    List<TrialEvidence> trials = List.of(trial(1, "{}", Optional.empty()));
    assertThat(read(elsewhere, trials).all()).isEmpty();
  }

  @Test
  void nullIsNoSample() throws IOException {
    List<TrialEvidence> trials =
        List.of(trial(1, "{\"totals\":{\"rate\":null}}", Optional.empty()));
    assertThat(read(PLAIN, trials).all()).isEmpty();
  }

  @Test
  void aPointerThatLeadsNowhereCostsThatSampleAndIsTold() throws IOException {
    List<TrialEvidence> trials =
        List.of(
            trial(1, "{\"totals\":{}}", Optional.empty()),
            trial(2, "{\"totals\":{\"rate\":\"fast\"}}", Optional.empty()),
            trial(3, "{\"totals\": not JSON", Optional.empty()),
            trial(4, "{\"totals\":{\"rate\":5}}", Optional.empty()));
    Measurements measured = read(PLAIN, trials);
    assertThat(measured.all()).singleElement().extracting(m -> m.samples()).isEqualTo(List.of(5.0));
    assertThat(measured.errors())
        .hasSize(3)
        .satisfiesExactly(
            message ->
                assertThat(message)
                    .startsWith(
                        "rate of evidence/cell/1: evidence/cell/1/a.json#/totals/rate is missing"),
            message -> assertThat(message).contains("expected a number"),
            text -> assertThat(text).contains("rate of evidence/cell/3").contains("not JSON"));
  }

  @Test
  void anElementWithoutItsLabelIsNamedByItsPlace() throws IOException {
    String text = "{\"by\":[{\"threads\":1,\"latency\":{\"p99\":2}},{\"latency\":{\"p99\":20}}]}";
    assertThat(read(SERIES, List.of(trial(1, text, Optional.empty()))).errors())
        .containsExactly("p99 of evidence/cell/1: evidence/cell/1/a.json#/by/1 has no 'threads'");
  }

  private static Measurements read(Metric metric, List<TrialEvidence> trials) {
    return Measurements.of(List.of(metric), Map.of(new Point("v", Map.of()), trials));
  }

  private TrialEvidence trial(int index, String json, Optional<String> failure) throws IOException {
    Path folder = Files.createDirectories(run.resolve("evidence/cell/" + index));
    Files.writeString(folder.resolve("a.json"), json);
    return new TrialEvidence(
        run,
        Map.of(),
        SampleTrial.record(index, "evidence/cell/" + index, Optional.empty(), failure));
  }
}
