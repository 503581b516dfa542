package dev.faultlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.effect.Measurement;
import dev.faultlab.effect.Measurements;
import dev.faultlab.lab.Metric;
import dev.faultlab.result.Golden;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.SampleRun;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MarkdownReportTest {

  @Test
  void showsARun() {
    Golden.check("summary.md", new MarkdownReport().render(SampleRun.asExpected()));
  }

  @Test
  void evidenceCannotBecomeMarkup() {
    assertThat(new MarkdownReport().render(SampleRun.asExpected()))
        .contains("ttl 30 \\| a &lt;b>cache&lt;/b>")
        .doesNotContain("<b>");
  }

  @Test
  void whatCameInTheWayStandsThereAsData() {
    assertThat(new MarkdownReport().render(SampleRun.inconclusive()))
        .contains("## Obstacles")
        .contains("| calibration | delay | delay of stack a: 14.2 ms, 10 set");
  }

  @Test
  void whatRanIsSaidForEveryPointAndAStackThatDidNotStartToo() {
    assertThat(new MarkdownReport().render(SampleRun.asExpected()))
        .contains("## What ran")
        .contains("| `sample-2` | openjdk version \"25.0.1\" \\| Temurin | `shared-name@jdk=25`");
    assertThat(new MarkdownReport().render(SampleRun.withoutItsSecondStack()))
        .contains("| `sample-2`<br>**did not start**: no memory |  |  |");
  }

  @Test
  void samplesHaveTheUnitOfTheirMedian() {
    RunResult run = SampleRun.asExpected();
    Metric metric = new Metric("latency", "Latency", "us", false, "a.json#/l", Optional.empty());
    Measurement slow =
        Measurements.of(
            metric,
            SampleRun.point("shared-name", 17),
            Map.of(),
            List.of(5_100_000.0, 5_200_000.0, 5_300_000.0));
    assertThat(
            new MarkdownReport()
                .render(SampleRun.with(run, List.of(), List.of(slow), run.trials())))
        .containsPattern("\\| 5\\.2 \\[[0-9., ]+\\] s \\| 3 \\| 5\\.1 5\\.2 5\\.3 \\|");
  }

  @Test
  void aTrialKeepsItsNumber() {
    assertThat(new MarkdownReport().render(SampleRun.withLaterTrials()))
        .contains("| `shared-name@jdk=17` | 11 | threads asking at once |")
        .doesNotContain("| `shared-name@jdk=17` | 1 |");
  }

  @Test
  void everyTrialOfAContradictionIsShown() {
    assertThat(new MarkdownReport().render(SampleRun.contradicted()))
        .contains("evidence/own-name%40jdk%3D17/5/dns.pcap");
  }
}
