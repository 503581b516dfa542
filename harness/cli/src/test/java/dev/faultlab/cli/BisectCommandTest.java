package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.bisect.BisectCommand;
import dev.faultlab.bisect.BisectResult;
import dev.faultlab.docker.UnreachableException;
import dev.faultlab.files.Json;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.Release;
import dev.faultlab.plan.Plan;
import dev.faultlab.point.Point;
import dev.faultlab.upgrade.SyntheticRun;
import dev.faultlab.verdict.Obstacle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bisect}: what it finds in invented runs, how it goes on, and what it refuses. */
class BisectCommandTest {
  private static final String STORY =
      "charset --signature provider-lookups --from jdk=8 --to jdk=25 --find-fix";

  private static final Lab CHARSET = new LabReader(List.of(Path.of("../../labs"))).read("charset");

  @TempDir Path root;
  private TestShell shell;
  private final SyntheticRuns runs = new SyntheticRuns();
  private String refused = "";
  private String down = "";

  @BeforeEach
  void labs() throws IOException {
    runs.unavailable = this::unavailable;
    runs.releases =
        Stream.of("8", "11", "17", "21", "25")
            .map(v -> new Release(v, Optional.of("https://notes.example/" + v)))
            .toList();
    TestShell.cloneAt(root);
  }

  @Test
  void theKnownStoryEndsAsItIsKnown() throws IOException {
    assertThat(bisect(STORY)).isZero();
    assertThat(shell.output())
        .contains("is cured from jdk 11 on: jdk 8 is the last available version")
        .contains("| 8 | present |", "| 11 | absent |", "| 25 | absent |")
        .contains("Release notes: <https://notes.example/11>")
        .contains("Looked at 4 of 5 versions: 8, 11, 17, 21, 25.")
        .contains("./faultlab bisect charset --signature provider-lookups --variant");
    assertThat(looked()).containsExactly("8", "25", "17", "11");
    assertThat(only("report.md")).content().isEqualTo(shell.out());
    assertThat(root.resolve("results/bisect")).isDirectoryNotContaining("glob:**/PARTIAL");
  }

  @Test
  void withoutFindFixItSaysThatItGoesTheOtherWay() {
    assertThat(bisect(STORY.replace(" --find-fix", ""))).isEqualTo(2);
    assertThat(shell.output()).contains("the fault disappears; --find-fix finds what fixed it");
    assertThat(looked()).hasSize(2);
  }

  @Test
  void aVersionThatDoesNotStartIsPassedOver() {
    runs.outcome =
        plan -> new SyntheticRun(plan).asExpected().starting(at -> !hasJdk(at, "17")).result();
    assertThat(bisect(STORY)).isZero();
    assertThat(looked()).containsExactly("8", "25", "17", "21", "11");
    assertThat(shell.output())
        .contains("is cured from jdk 11 on")
        .contains("| 17 | inconclusive |");
  }

  @Test
  void aVersionThatCannotBeHadIsPassedOver() {
    refused = "11";
    assertThat(bisect(STORY)).isZero();
    assertThat(shell.output())
        .contains("is cured from one of jdk 11, jdk 17 on: the one between is inconclusive")
        .contains("| 11 | inconclusive | not run | it is unavailable: no openjdk-11 |");
  }

  @Test
  void aMirrorThatIsDownSaysNothingOfAVersion() throws IOException {
    down = "11";
    assertThat(bisect(STORY)).isEqualTo(69);
    assertThat(shell.output()).contains("faultlab: no answer").doesNotContain("| 11 |");
    BisectResult kept = Json.record(only("result.json"), BisectResult.class);
    assertThat(kept.probes())
        .extracting(p -> p.version().toString())
        .containsExactly("8", "25", "17");
    assertThat(only("PARTIAL")).exists();
  }

  @Test
  void anAbsenceCountsOnlyWhereTheFaultIsSeen() {
    runs.outcome = plan -> new SyntheticRun(plan).result();
    assertThat(bisect(STORY)).isEqualTo(2);
    assertThat(shell.output()).contains("Inconclusive whether jdk 8 shows");
  }

  /** Of jdk 17 nothing is known where the point beside it does not show what it always shows. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PA | contradicts the lab: expected present (every-use), found absent (cached)",
        "UU | no point of this run shows the fault, so it may have been invisible here; its control",
      })
  void aVersionWhoseControlDoesNotShowTheFaultIsPassedOver(String control, String message) {
    BiFunction<Point, String, String> usual = SyntheticRun.expected(CHARSET);
    runs.outcome =
        plan ->
            new SyntheticRun(plan)
                .seeing(
                    (point, signature) ->
                        hasJdk(plan.cells().get(0).point(), "17")
                                && !point.equals(plan.cells().get(0).point())
                            ? control
                            : usual.apply(point, signature))
                .result();
    assertThat(bisect(STORY)).isZero();
    assertThat(looked()).containsExactly("8", "25", "17", "21", "11");
    assertThat(shell.output()).contains("| 17 | inconclusive | absent 2/2 (cached) |", message);
  }

  @Test
  void aFaultAtAnEndWhoseControlContradictsIsNotTaken() {
    runs.outcome =
        plan ->
            new SyntheticRun(plan)
                .seeing(
                    (point, signature) -> point.equals(plan.cells().get(0).point()) ? "PP" : "AA")
                .result();
    assertThat(bisect(STORY)).isEqualTo(2);
    assertThat(shell.output())
        .contains(
            "Inconclusive whether jdk 8 shows", "| 8 | inconclusive | present 2/2", "its control ");
  }

  /** A delay out of tolerance leaves a run open, whatever its signatures saw. */
  @Test
  void aRunWithAnObstacleSaysNothingOfItsVersion() {
    runs.outcome =
        plan ->
            new SyntheticRun(plan)
                .asExpected()
                .meeting(Obstacle.Kind.CALIBRATION, "delay", "delay: 14 ms, 10 set")
                .result();
    assertThat(bisect(STORY)).isEqualTo(2);
    assertThat(shell.output()).contains("| 8 | inconclusive |", "delay: 14 ms, 10 set");
  }

  @Test
  void theSameCommandGoesOnWhereItWasInterrupted() throws IOException {
    runs.outcome =
        plan -> {
          if (runs.started.size() == 3) {
            throw new IllegalStateException("killed here");
          }
          return new SyntheticRun(plan).asExpected().result();
        };
    assertThat(bisect(STORY)).isEqualTo(70);
    Path broken = folders().get(0);
    BisectResult kept = Json.record(broken.resolve("result.json"), BisectResult.class);
    assertThat(kept.probes()).hasSize(2);
    // As if it had been another process, which is gone.
    Path partial = broken.resolve("PARTIAL");
    String gone = Files.readString(partial).replaceAll("process \\S+;", "process gone.1.1.1;");
    Files.writeString(partial, gone);
    runs.outcome = plan -> new SyntheticRun(plan).asExpected().result();
    runs.started.clear();
    assertThat(bisect(STORY)).isZero();
    assertThat(looked()).containsExactly("17", "11");
    assertThat(shell.output())
        .contains("is cured from jdk 11 on")
        .contains("Looked at 4 of 5 versions");
    assertThat(partial).content().startsWith("goes on as ");
    runs.started.clear();
    Files.writeString(partial, gone);
    Files.writeString(broken.resolve("result.json"), "{\"schema\": 0}"); // another faultlab's
    assertThat(bisect(STORY)).isZero();
    assertThat(looked()).containsExactly("8", "25", "17", "11");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "charset --signature provider-lookups --from jdk=9 --to jdk=25 | --from 9: not among the available versions",
        "charset --signature provider-lookups --from jdk=8 --to jdk=99 | which are [8, 11, 17, 21, 25]",
        "charset --signature provider-lookups --from jdk=8 --to jdk=8 | does not come before",
      })
  void aQuestionThatMakesNoSenseStartsNothing(String words, String why) {
    assertThat(bisect(words)).isEqualTo(64);
    assertThat(shell.output().lines().filter(line -> line.contains(why))).hasSize(1);
    assertThat(looked()).isEmpty();
    assertThat(root.resolve("results")).doesNotExist();
  }

  @Test
  void anEndThatDoesNotExistStartsNothing() {
    refused = "25";
    assertThat(bisect(STORY)).isEqualTo(64);
    assertThat(shell.output()).contains("no openjdk-25");
    assertThat(looked()).isEmpty();
  }

  @Test
  void aListOfVersionsIsTakenInItsOrder() {
    assertThat(bisect(STORY.replace("jdk=25", "jdk=17") + " --versions 8,21,11,17")).isZero();
    assertThat(looked()).containsExactly("8", "17", "11", "21");
    assertThat(shell.output()).contains("is cured from jdk 21 on");
  }

  private static boolean hasJdk(Point point, String jdk) {
    return point.on("jdk").filter(v -> v.toString().equals(jdk)).isPresent();
  }

  private List<Path> folders() throws IOException {
    try (Stream<Path> all = Files.list(root.resolve("results/bisect"))) {
      return all.toList();
    }
  }

  private Path only(String file) throws IOException {
    assertThat(folders()).hasSize(1);
    return folders().get(0).resolve(file);
  }

  private List<String> looked() {
    return runs.started.stream().map(BisectCommandTest::version).toList();
  }

  private int bisect(String words) {
    shell = new TestShell(root);
    return shell.run("bisect", words, tools -> new BisectCommand(tools, runs));
  }

  private static String version(Plan plan) {
    return plan.cells().get(0).point().on("jdk").orElseThrow().toString();
  }

  private Optional<String> unavailable(Plan plan) {
    if (version(plan).equals(down)) {
      throw new UnreachableException("no answer");
    }
    return Optional.of("no openjdk-" + refused).filter(no -> version(plan).equals(refused));
  }
}
