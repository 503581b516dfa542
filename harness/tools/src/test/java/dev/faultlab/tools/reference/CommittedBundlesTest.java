package dev.faultlab.tools.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.compare.FigureChange;
import dev.faultlab.diff.Comparison;
import dev.faultlab.diff.DiffLine;
import dev.faultlab.diff.Differ;
import dev.faultlab.diff.RunDiff;
import dev.faultlab.lab.LabReader;
import dev.faultlab.point.Selector;
import dev.faultlab.report.Reports;
import dev.faultlab.result.Bundle;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import dev.faultlab.run.ReferenceCheck;
import dev.faultlab.verdict.Judgement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The evidence in this repository says what the committed results say of it. */
class CommittedBundlesTest {
  private static final Path RESULTS = Path.of("../../results");

  private static final Comparison TWO_RUNS =
      new Comparison(0.1, Comparison.Metrics.DECIDE, Selector.any(), Selector.any());

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
      RunDiff diff = new Differ(TWO_RUNS).compare(run, run);
      // What contradicts its lab is open in every comparison, and the same all the same.
      if (run.result().verdict().judgement() != Judgement.CONTRADICTED) {
        assertThat(DiffLine.of(diff)).as(run.folder().toString()).startsWith("nothing changed in ");
      }
      assertThat(diff.signatures()).allMatch(s -> s.before().equals(s.after()));
      assertThat(diff.facts()).noneMatch(FigureChange::changed);
      assertThat(diff.context().notes())
          .noneMatch(note -> note.contains("captures are not compared"));
      assertThat(diff.signatures()).hasSameSizeAs(run.result().outcomes());
    }
  }
}
