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
  void everyTrialOfAContradictionIsShown() {
    assertThat(new MarkdownReport().render(SampleRun.contradicted()))
        .contains("evidence/own-name%40jdk%3D17/5/dns.pcap");
  }
}
