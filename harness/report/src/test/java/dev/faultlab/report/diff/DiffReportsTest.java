package dev.faultlab.report.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.diff.Comparison;
import dev.faultlab.diff.Differ;
import dev.faultlab.diff.RunDiff;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.report.document.Screen;
import dev.faultlab.report.document.TerminalRenderer;
import dev.faultlab.result.Golden;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.SampleRun;
import dev.faultlab.result.StoredRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiffReportsTest {

  @Test
  void theTerminalShowsSignaturesMetricsAndTheAnswer() throws IOException {
    Golden.check(
        "diff-120.txt",
        new TerminalRenderer(new Screen(120, false), false, List.of("results/diff/x.html"))
            .render(DiffReport.of(worse())));
  }

  @Test
  void theTerminalStaysWithinItsWidth() throws IOException {
    assertThat(new TerminalRenderer(new Screen(90, false)).render(DiffReport.of(worse())).lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(90));
  }

  @Test
  void markdownHasTheSame() throws IOException {
    Golden.check("diff.md", new MarkdownRenderer().render(DiffReport.of(worse())));
  }

  @Test
  void aForcedComparisonSaysSoEverywhere() throws IOException {
    RunResult run = SampleRun.asExpected();
    Document diff = DiffReport.of(compare(run, Altered.parameter(run, "delay-ms", "20")));
    String said = "--delay-ms is 10 in A and 20 in B";
    assertThat(new TerminalRenderer(new Screen(200, false)).render(diff)).contains(said);
    assertThat(new MarkdownRenderer().render(diff)).contains(said);
    assertThat(new HtmlRenderer("").render(diff)).contains(said);
  }

  @Test
  void thePageLoadsNothingAndOpensWithTheAnswer() throws IOException {
    String page = new HtmlRenderer("").render(DiffReport.of(worse()));
    String content = page.substring(0, page.indexOf("<script"));
    assertThat(content).contains("something got worse").contains("default-src 'none'");
    assertThat(content).doesNotContain("src=");
    assertThat(content).contains("data-chart=\"ratio-lookups-per-second\"");
  }

  private static RunDiff worse() throws IOException {
    return compare(SampleRun.asExpected(), Altered.scaled(SampleRun.asExpected(), 0.8));
  }

  private static RunDiff compare(RunResult a, RunResult b) throws IOException {
    return new Differ(Comparison.usual(0.1)).compare(stored("a", a), stored("b", b));
  }

  private static StoredRun.Finished stored(String id, RunResult result) {
    return new StoredRun.Finished(result.lab(), id, Path.of("nowhere", id), result);
  }
}
