package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.stack.Execution;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person hears of a run of four points, two trials each, before it has ended. */
class VerdictSoFarTest {
  /** Where nothing is kept: so many trials of theirs make a round. */
  private static final int POINTS = 2;

  @TempDir private Path root;
  private TinyLab lab;

  @BeforeEach
  void lab() throws IOException {
    lab = new TinyLab(root);
  }

  @Test
  void isSaidOnceWhenEveryPointHasOneTrial() {
    assertThat(lab.run()).isZero();

    assertThat(soFar())
        .containsExactly(
            "verdict so far: as expected on both sides after 4 of 8 trials;"
                + " the final verdict uses all of them");
  }

  @Test
  void doesNotWaitForPointsThatAreOnlyMeasured() throws IOException {
    lab.declare(
        text ->
            text.replace(
                "      keeps: {",
                "      measured: {title: only measured, with: {cache: keeps}}\n      keeps: {"));
    assertThat(lab.run()).isZero();

    assertThat(soFar()).singleElement().asString().contains("after 4 of 12 trials");
  }

  @Test
  void saysWhatContradicts() {
    lab.engine().answer("program count", command -> TinyLab.counted(20));
    assertThat(lab.run()).isEqualTo(1);

    assertThat(soFar())
        .singleElement()
        .asString()
        .contains("contradicted (forgets@release=1, never-evicts: expected absent")
        .contains("after 4 of 8 trials");
  }

  @Test
  void isNotTheRunsVerdict() {
    AtomicInteger healthy = new AtomicInteger();
    lab.engine()
        .answer(
            "program count",
            command ->
                TinyLab.counted(
                    command.get(2).equals("keeps") || healthy.incrementAndGet() > POINTS ? 20 : 0));
    assertThat(lab.run()).isEqualTo(1);

    assertThat(soFar()).singleElement().asString().contains("as expected on both sides");
  }

  @Test
  void isNotSaidWhenATrialOfTheFirstRoundCannotBeJudged() {
    AtomicInteger trial = new AtomicInteger();
    lab.engine()
        .answer(
            "program count",
            command ->
                trial.incrementAndGet() == 1
                    ? new Execution(1, new byte[0], "failed")
                    : TinyLab.counted(command.get(2).equals("keeps") ? 20 : 0));
    assertThat(lab.run()).isEqualTo(2);

    assertThat(soFar()).isEmpty();
  }

  @Test
  void isNotSaidOfAllTrials() {
    assertThat(lab.run("--trials", "1")).isZero();

    assertThat(soFar()).isEmpty();
  }

  private List<String> soFar() {
    return lab.heard().stream().filter(said -> said.startsWith("verdict so far")).toList();
  }
}
