package dev.faultlab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A report looks at each part of a result a few times, however many parts there are. */
class ResultSizeTest {
  private static final int MAX_SCANS = 50;

  @TempDir Path folder;
  private long looks;

  @Test
  void aReportIsLinearInTheSizeOfAResult() throws IOException {
    RunResult run = new RunStore(Path.of("../../results")).reference("charset").orElseThrow();
    RunResult result =
        run.with(
            counted(run.points()),
            counted(run.stacks()),
            counted(run.outcomes()),
            counted(run.effects()),
            counted(run.measurements()),
            counted(run.trials()));
    assertThat(result.points()).hasSizeGreaterThan(MAX_SCANS);
    int parts =
        List.of(run.points(), run.outcomes(), run.effects(), run.measurements(), run.trials())
            .stream()
            .mapToInt(List::size)
            .sum();
    new MarkdownRenderer().render(new RunReport(result).summary());
    new RunSummary(result, FoundFixes.NONE);
    new RunReport(result).page(folder, folder, List.of());
    assertThat(looks / parts).as(looks + " looks at " + parts + " parts").isLessThan(MAX_SCANS);
  }

  private <T> List<T> counted(List<T> all) {
    return new AbstractList<>() {
      @Override
      public T get(int index) {
        looks++;
        return all.get(index);
      }

      @Override
      public int size() {
        return all.size();
      }
    };
  }
}
