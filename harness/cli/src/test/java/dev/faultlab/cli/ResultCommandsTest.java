package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.diff.Altered;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.owner.Owner;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.SampleRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code results}, {@code report}, {@code diff}: output and exit status. */
class ResultCommandsTest {
  @TempDir Path root;
  private TestShell shell;

  @BeforeEach
  void runs() throws IOException {
    run("20260101T000000Z-000a", SampleRun.asExpected());
    run("20260102T000000Z-000b", SampleRun.contradicted());
    run("20260103T000000Z-000c", Altered.parameter(SampleRun.asExpected(), "delay-ms", "20"));
    Path partial = run("20260104T000000Z-000d", SampleRun.asExpected());
    Files.writeString(partial.resolve("PARTIAL"), "interrupted\n");
    Files.createDirectories(root.resolve("results/reference"));
    Files.createDirectories(root.resolve("labs"));
    Files.writeString(
        root.resolve("results/reference/sample.json"), ResultJson.text(SampleRun.asExpected()));
  }

  @Test
  void resultsListsEveryRunAndMarksThePartialOne() {
    assertThat(execute("results", "list")).isZero();
    assertThat(shell.output())
        .containsSubsequence("000d  (partial)", "000c", "000b  contradicted", "000a  as expected");
    assertThat(shell.output()).contains("interrupted");
  }

  @Test
  void resultsTellsARunThatGoesOnFromOneThatWasKilled() throws IOException {
    Owner self = Owner.current();
    Owner dead = new Owner(self.boot(), self.pid(), "1", self.namespace());
    Path results = root.resolve("results");
    String goesOn = RunFolder.create(results, "sample", self.label()).id();
    String killed = RunFolder.create(results, "sample", dead.label()).id();
    assertThat(execute("results", "list")).isZero();
    assertThat(shell.output()).containsPattern(goesOn + " +\\(running\\)");
    assertThat(shell.output()).containsPattern(killed + " +\\(partial\\)");
  }

  @Test
  void resultsSaysWhereTheLatestReportIs() {
    assertThat(execute("results", "open", "--no-browser", "sample/latest")).isZero();
    assertThat(shell.output().strip()).endsWith("20260103T000000Z-000c/report.html");
    assertThat(execute("results", "open", "--no-browser", "other/latest")).isEqualTo(64);
  }

  @Test
  void reportWritesEverythingAgainWithoutJudgingAgain() {
    assertThat(execute("results", "render", "20260102")).isZero();
    Path folder = root.resolve("results/sample/20260102T000000Z-000b");
    assertThat(folder.resolve("report.html")).exists();
    assertThat(folder.resolve("summary.md")).exists();
    assertThat(folder.resolve("junit.xml")).exists();
    assertThat(shell.output()).contains("Verdict: CONTRADICTED");
  }

  @Test
  void aReferenceIsShownAndNothingIsWrittenBesideIt() {
    assertThat(execute("results", "render", "reference/sample")).isZero();
    assertThat(shell.output()).contains("Verdict: ").doesNotContain("Report: ");
    assertThat(root.resolve("results/reference"))
        .isDirectoryNotContaining("glob:**.html")
        .isDirectoryNotContaining("glob:**.xml");
  }

  @Test
  void aPartialOrMissingRunIsRefused() {
    assertThat(execute("results", "render", "20260104")).isEqualTo(64);
    assertThat(shell.output()).contains("interrupted");
    assertThat(root.resolve("results/sample/20260104T000000Z-000d/report.html")).doesNotExist();
  }

  @Test
  void diffEndsWithTheStatusOfItsAnswer() {
    assertThat(execute("results", "diff", "20260101", "20260101")).isZero();
    assertThat(execute("results", "diff", "20260101", "20260102")).isEqualTo(1);
    assertThat(execute("results", "diff", "20260102", "20260101")).isZero();
    assertThat(execute("results", "diff", "reference/sample", "20260102")).isEqualTo(1);
    assertThat(execute("results", "diff", "20260101", "20260104")).isEqualTo(64);
  }

  @Test
  void diffComparesAnyAxisAlsoWithinARun() {
    assertThat(versions("20260101", "20260101")).isZero();
    assertThat(shell.output()).contains("from jdk 17 to jdk 25").contains("Nothing got worse");
    assertThat(root.resolve("results/diff")).isDirectoryContaining("glob:**-jdk=17-*-jdk=25.html");
    assertThat(versions("20260102", "20260102")).isEqualTo(2);
    assertThat(versions("20260101", "20260102")).isEqualTo(1);
  }

  private int versions(String a, String b) {
    return execute("results", "diff", a, b, "--from", "jdk=17", "--to", "jdk=25");
  }

  @Test
  void diffRefusesOtherParametersUnlessTold() {
    assertThat(execute("results", "diff", "20260101", "20260103")).isEqualTo(2);
    assertThat(shell.output()).contains("--delay-ms is 10 in A and 20 in B").contains("--force");
    assertThat(root.resolve("results/diff")).doesNotExist();
    assertThat(execute("results", "diff", "20260101", "20260103", "--force")).isZero();
    assertThat(shell.output()).contains("Not comparable, compared on demand: --delay-ms is 10");
    assertThat(root.resolve("results/diff")).isDirectoryContaining("glob:**.html");
  }

  private Path run(String id, RunResult result) throws IOException {
    Path folder = Files.createDirectories(root.resolve("results/sample").resolve(id));
    Files.writeString(folder.resolve(ResultJson.FILE), ResultJson.text(result));
    return folder;
  }

  private int execute(String... words) {
    shell = new TestShell(root);
    return shell.run(List.of(words));
  }
}
