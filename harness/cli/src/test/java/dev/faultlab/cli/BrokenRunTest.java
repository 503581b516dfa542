package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.Observation;
import dev.faultlab.report.Reports;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import dev.faultlab.run.FakeEngine;
import dev.faultlab.stack.Execution;
import dev.faultlab.stack.StackException;
import dev.faultlab.verdict.Judgement;
import dev.faultlab.verdict.Obstacle;
import dev.faultlab.verdict.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run makes of stacks, steps and engines that fail: eight trials, where all goes well. */
class BrokenRunTest extends TinyLabTest {
  private static final int TRIALS = 8;

  @Test
  void aStackThatDoesNotStartLeavesTheOthersMeasured() throws IOException {
    lab.breaks("start tiny-2", new StackException("stack tiny-2 did not start: out of memory"));
    RunResult result = lab.ends(2);
    assertThat(result.verdict().judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(only(result.obstacles()).kind()).isEqualTo(Obstacle.Kind.STACK);
    assertThat(only(result.obstacles()).subject()).isEqualTo("tiny-2");
    assertThat(only(result.obstacles()).message()).contains("out of memory");
    assertThat(result.stacks().get(1).failure()).isPresent();
    assertThat(result.trials()).hasSize(TRIALS / 2);
    assertThat(result.outcomes().stream().map(Outcome::judgement))
        .containsOnly(Judgement.AS_EXPECTED, Judgement.INCONCLUSIVE);
    assertThat(lab.engine().swept()).hasSize(1);
  }

  @Test
  void whatAllStacksNeedEndsTheRunWithItsCause() throws IOException {
    lab.breaks("begin", new UncheckedIOException(new IOException("store: denied")));
    assertThat(lab.run()).isNotZero();
    assertThat(lab.err()).contains("store: denied").doesNotContain("engine does not answer");
    assertThat(lab.engine().started()).isEmpty();
    assertThat(lab.engine().swept()).hasSize(1);
  }

  /** Its client throws whatever its transport does, from wherever it was asked. */
  @ParameterizedTest
  @ValueSource(strings = {"start tiny-2", "obituary"})
  void anEngineThatDoesNotAnswerWhileAStackStartsIsTheReason(String moment) throws IOException {
    lab.engine().answer("program ready", command -> failed("no connection"));
    lab.breaks(moment, new UncheckedIOException(new IOException("Connection refused")));
    assertThat(lab.ends(2).obstacles())
        .anySatisfy(
            o ->
                assertThat(o.message())
                    .startsWith("stack tiny-2 did not start: the Docker engine does not answer")
                    .endsWith("Connection refused"));
  }

  @Test
  void aStackThatIsNeverReadyIsNotMeasured() throws IOException {
    lab.engine().answer("program ready", command -> failed("not today"));
    lab.engine().log("host 'peer' not found\n");
    RunResult result = lab.ends(2);
    assertThat(result.obstacles()).hasSize(2);
    assertThat(result.obstacles())
        .allSatisfy(o -> assertThat(o.kind()).isEqualTo(Obstacle.Kind.STACK))
        .allSatisfy(
            o ->
                assertThat(o.message())
                    .contains("is not ready", "not today", "host 'peer' not found"));
    assertThat(result.trials()).isEmpty();
  }

  @Test
  void aServiceThatEndedAtOnceIsNamedWithItsLog() throws IOException {
    lab.engine().answer("program ready", command -> failed("container is not running"));
    lab.engine().end("\nservice app ended with status 1:\nno such option");
    assertThat(lab.ends(2).obstacles())
        .hasSize(2)
        .allSatisfy(o -> assertThat(o.message()).contains("app ended").contains("no such option"));
  }

  @Test
  void aComponentThatDoesNotSayWhatItIsMakesTheRunInconclusive() throws IOException {
    lab.engine().answer("program version", command -> failed("no such option"));
    assertThat(lab.ends(2).obstacles())
        .allSatisfy(o -> assertThat(o.message()).contains("does not say what ran as release"));
    assertThat(lab.result().trials()).hasSize(TRIALS);
  }

  @Test
  void aStepThatFailsCostsItsTrial() throws IOException {
    lab.counts(3, failed("assertion failed"));
    thirdTrialFailed("ended with status 1: assertion failed");
    assertThat(lab.result().trials().get(2).crash()).get().asString().contains("assertion failed");
  }

  @Test
  void aStepThatDoesNotEndInTimeCostsItsTrial() throws IOException {
    lab.onTrial(3, this::hangs);
    thirdTrialFailed("did not end within 120 s");
    assertThat(lab.result().trials().get(2).crash()).isEmpty();
    // It may go on: those that come after it get a stack without it.
    assertThat(lab.engine().stopped()).hasSize(1);
    assertThat(lab.engine().started()).hasSize(lab.result().stacks().size() + 1);
  }

  @Test
  void aServiceThatEndsDuringATrialHasCrashed() throws IOException {
    lab.onTrial(
        3,
        () -> {
          lab.engine().end("\nservice app ended with status 139:\nSIGSEGV");
          throw new StackException("app: 'program count' did not end within 120 s");
        });
    assertThat(lab.run()).isEqualTo(2);
    TrialRecord third = lab.result().trials().get(2);
    assertThat(third.failure()).get().asString().contains("did not end within 120 s");
    assertThat(third.crash()).get().asString().contains("status 139").contains("SIGSEGV");
    // Only that one: its stack is put up anew for those that come after it.
    assertThat(lab.result().trials().stream().filter(t -> t.failure().isPresent())).hasSize(1);
    assertThat(lab.engine().stopped()).hasSize(1);
    assertThat(lab.engine().started()).hasSize(lab.result().stacks().size() + 1);
  }

  /**
   * Two stacks that broke may be put up anew side by side, and the containers of the other one are
   * being taken away: whoever asks for their logs is refused.
   */
  @Test
  void aStackThatIsPutUpAnewKeepsItsOwnLogsAlone() throws IOException {
    AtomicInteger kept = new AtomicInteger();
    lab.engine().on("stop tiny-2", () -> kept.set(lab.engine().times("logs")));
    lab.engine()
        .on(
            "logs tiny-1",
            () -> {
              if (lab.engine().stopped().isEmpty()) {
                throw new IllegalStateException("marked for removal");
              }
            });
    lab.onTrial(3, this::hangs);
    assertThat(lab.ends(2).obstacles()).isEmpty();
    assertThat(lab.engine().stopped()).containsExactly("tiny-2");
    assertThat(kept).hasValue(1);
  }

  @Test
  void aToolThatFailsIsNoCrashOfTheComponent() throws IOException {
    lab.declare(
        text ->
            text.replace(
                "\"{cache}\", \"{entries}\"], in: app",
                "\"{cache}\", \"{entries}\"], in: sniffer"));
    lab.counts(3, failed("no route"));
    thirdTrialFailed("no route");
    assertThat(lab.result().trials().get(2).crash()).isEmpty();
  }

  @Test
  void anEngineThatGoesAwayEndsTheTrials() throws IOException {
    lab.onTrial(3, engineGone(new StackException("app: cannot run 'program': connection refused")));
    RunResult result = lab.ends(2);
    assertThat(result.trials()).hasSize(3);
    assertThat(only(result.obstacles()).kind()).isEqualTo(Obstacle.Kind.ENGINE);
    assertThat(RunFolder.partial(lab.folder())).isFalse();
  }

  @Test
  void whateverTheTransportThrowsThenIsTheEngineGone() throws IOException {
    lab.onTrial(3, engineGone(new IllegalStateException("broken pipe")));
    assertThat(lab.ends(2).trials()).hasSize(2);
    assertThat(only(lab.result().obstacles()).kind()).isEqualTo(Obstacle.Kind.ENGINE);
    assertThat(only(lab.result().obstacles()).message()).contains("broken pipe");
  }

  @Test
  void anEngineThatIsGoneBeforeTheFirstTrialLeavesNoResultAndASentence() throws IOException {
    lab.onTrial(1, engineGone(new IllegalStateException("broken pipe")));
    assertThat(lab.run()).isEqualTo(69);
    assertThat(lab.err()).contains("stopped answering").doesNotContain("\tat ");
    assertThat(RunFolder.partial(lab.folder())).isTrue();
    assertThat(lab.folder().resolve(RunFolder.PARTIAL)).content().startsWith("failed");
  }

  @Test
  void logsThatCannotBeSavedAreAnObstacle() throws IOException {
    lab.breaks("logs tiny-1", new IllegalStateException("broken pipe"));
    assertThat(only(lab.ends(2).obstacles()).kind()).isEqualTo(Obstacle.Kind.EVIDENCE);
    assertThat(only(lab.result().obstacles()).message()).contains("logs").contains("broken pipe");
    assertThat(lab.result().trials()).hasSize(TRIALS);
  }

  @Test
  void aResultThatCannotBeWrittenLeavesAPartialRunAndASentence() throws IOException {
    somethingIsInTheWayOf(ResultJson.FILE);
    assertThat(lab.run()).isEqualTo(69);
    assertThat(lab.err()).startsWith("faultlab: ").doesNotContain("\tat ");
    assertThat(lab.folder().resolve(RunFolder.PARTIAL)).content().startsWith("failed");
    assertThat(lab.engine().swept()).hasSize(1);
  }

  @Test
  void aPageThatCannotBeWrittenCostsNoVerdictAndCanBeMadeLater() throws IOException {
    somethingIsInTheWayOf(Reports.PAGE);
    assertThat(lab.run()).isZero();
    assertThat(lab.result().verdict().judgement()).isEqualTo(Judgement.AS_EXPECTED);
    assertThat(RunFolder.partial(lab.folder())).isFalse();
    String id = lab.folder().getFileName().toString();
    assertThat(lab.heard())
        .anyMatch(
            message ->
                message.startsWith("the run is finished, but its report cannot be written: ")
                    && message.contains("'./faultlab results render ")
                    && message.endsWith(id + "' tries again"));
    Path page = lab.folder().resolve(Reports.PAGE);
    Files.delete(page.resolve("in-the-way"));
    Files.delete(page);
    assertThat(lab.faultlab("results", "render", id)).isZero();
    assertThat(page).content().contains("never-evicts");
  }

  private void hangs() {
    lab.engine().occupy();
    throw new StackException("app: 'program count' did not end within 120 s");
  }

  private FakeEngine.Event engineGone(RuntimeException thrown) {
    return () -> {
      lab.engine().goAway();
      throw thrown;
    };
  }

  private void somethingIsInTheWayOf(String file) {
    lab.engine()
        .on(
            "facts and signatures",
            () -> {
              try {
                Files.createDirectories(lab.folder().resolve(file).resolve("in-the-way"));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private void thirdTrialFailed(String why) throws IOException {
    RunResult result = lab.ends(2);
    assertThat(result.obstacles()).isEmpty();
    assertThat(result.trials()).hasSize(TRIALS);
    TrialRecord third = result.trials().get(2);
    assertThat(third.failure()).get().asString().contains(why);
    Outcome outcome =
        result.outcomes().stream()
            .filter(o -> o.point().equals(third.point()) && o.signature().equals("never-evicts"))
            .findFirst()
            .orElseThrow();
    assertThat(outcome.judgement()).isEqualTo(Judgement.INCONCLUSIVE);
    assertThat(outcome.observations().stream().map(Observation::code))
        .containsExactly("trial-failed", "none");
    assertThat(result.outcomes().stream().filter(o -> o.judgement() == Judgement.AS_EXPECTED))
        .hasSize(6);
    assertThat(
            result.measurements().stream()
                .filter(m -> m.point().equals(third.point()))
                .map(m -> m.samples().size()))
        .containsExactly(1);
  }

  private static Execution failed(String message) {
    return new Execution(1, new byte[0], message);
  }

  private static Obstacle only(List<Obstacle> obstacles) {
    assertThat(obstacles).hasSize(1);
    return obstacles.get(0);
  }
}
