package dev.faultlab.tools.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.compare.Answer;
import dev.faultlab.diff.RunComparison;
import dev.faultlab.lab.LabReader;
import dev.faultlab.point.Selector;
import dev.faultlab.report.Reports;
import dev.faultlab.result.Bundle;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import dev.faultlab.run.ReferenceCheck;
import dev.faultlab.upgrade.UpgradeResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The evidence in this repository says what the committed results say of it. */
class CommittedBundlesTest {
  private static final Path RESULTS = Path.of("../../results");

  private final LabReader labs = new LabReader(List.of(Path.of("../../labs")));

  @TempDir private Path folder;

  @Test
  void everyFileIsThereAndEveryKeptTrialSaysTheSame() throws IOException {
    List<StoredRun.Finished> bundled = new RunStore(RESULTS).bundled();
    assertThat(bundled).isNotEmpty();
    for (StoredRun.Finished run : bundled) {
      Bundle bundle = run.bundle().orElseThrow();
      assertThat(bundle.problems()).isEmpty();
      ReferenceCheck check = ReferenceCheck.of(run.result(), bundle, labs.read(run.lab()), "test");
      assertThat(check.trials()).as(bundle.toString()).isPositive();
      assertThat(check.differences()).as(bundle.toString()).isEmpty();
      Path page = folder.resolve("page.html");
      String name = bundle.name();
      List<String> beside = List.of(name + ".json", name + ".zip");
      Files.writeString(page, Reports.page(run.result(), bundle.folder(), beside));
      assertThat(ReferenceTest.links(page)).containsAll(beside);
    }
  }

  /** Points with and without a cure, and captures, which are compared as those of runs. */
  @Test
  void eachIsTheSameAsItself() throws IOException {
    for (StoredRun.Finished run : new RunStore(RESULTS).bundled()) {
      UpgradeResult diff =
          new RunComparison(run, run, Selector.any(), Selector.any()).compare(Optional.of(0.1));
      assertThat(diff.answer()).as(run.folder().toString()).isNotEqualTo(Answer.WORSE);
      assertThat(diff.rows())
          .hasSameSizeAs(run.result().outcomes())
          .allMatch(row -> row.before().equals(row.candidates().get(0).side()));
      assertThat(diff.labs().get(0).sides().facts()).isEmpty();
      assertThat(diff.leftOut()).noneMatch(out -> out.what().equals("captures"));
    }
  }
}
