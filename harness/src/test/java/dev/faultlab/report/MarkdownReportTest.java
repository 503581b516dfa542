package dev.faultlab.report;

import static org.assertj.core.api.Assertions.assertThat;

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
  void everyTrialOfAContradictionIsShown() {
    assertThat(new MarkdownReport().render(SampleRun.contradicted()))
        .contains("evidence/own-name%40jdk%3D17/5/dns.pcap");
  }
}
