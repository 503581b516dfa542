package dev.faultlab.tools.reference;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.compare.Answer;
import dev.faultlab.diff.RunComparison;
import dev.faultlab.lab.LabReader;
import dev.faultlab.point.Point;
import dev.faultlab.point.Selector;
import dev.faultlab.report.RunReport;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.result.Bundle;
import dev.faultlab.result.PointResult;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import dev.faultlab.run.ReferenceCheck;
import dev.faultlab.upgrade.UpgradeResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The evidence in this repository says what the committed results say of it. */
class CommittedBundlesTest {
  private static final Path RESULTS = Path.of("../../results");

  /** Variants of lab random that committed results name (docs/dev/reference-results.md). */
  private static final Set<String> WITHDRAWN = Set.of("strong-agent", "in-process");

  private final LabReader labs = new LabReader(List.of(Path.of("../../labs")));

  @TempDir private Path folder;

  @Test
  void everyFileIsThereAndEveryKeptTrialSaysTheSame() throws IOException {
    List<StoredRun.Finished> bundled = new RunStore(RESULTS).bundled();
    assertThat(bundled).isNotEmpty();
    for (StoredRun.Finished run : bundled) {
      Bundle bundle = run.bundle().orElseThrow();
      assertThat(bundle.problems()).isEmpty();
      ReferenceCheck check =
          ReferenceCheck.of(declared(run.result()), bundle, labs.read(run.lab()), "test");
      assertThat(check.trials()).as(bundle.toString()).isPositive();
      assertThat(check.differences()).as(bundle.toString()).isEmpty();
      Path page = folder.resolve("page.html");
      String name = bundle.name();
      List<String> links = List.of(name + ".json", name + ".zip");
      Document report = new RunReport(run.result()).page(bundle.folder(), bundle.folder(), links);
      Files.writeString(page, new HtmlRenderer("").render(report));
      assertThat(ReferenceTest.links(page)).containsAll(links);
    }
  }

  /** Without the points that no lab declares any more. */
  private static RunResult declared(RunResult whole) {
    Predicate<Point> there = point -> !WITHDRAWN.contains(point.variant());
    RunResult some =
        whole.only(whole.points().stream().map(PointResult::point).filter(there).collect(toSet()));
    return some.with(
        some.points(),
        some.stacks(),
        some.outcomes(),
        some.effects(),
        some.measurements(),
        some.trials().stream().filter(trial -> there.test(trial.point())).toList());
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
      assertThat(diff.labs().get(0).facts()).isEmpty();
      assertThat(diff.leftOut()).noneMatch(out -> out.what().equals("captures"));
    }
  }
}
