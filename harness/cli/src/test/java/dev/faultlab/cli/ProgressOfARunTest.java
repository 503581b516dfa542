package dev.faultlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.stack.Execution;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a person hears before and during a run of four points, two trials each. */
class ProgressOfARunTest extends TinyLabTest {
  @Test
  void whatIsMissingIsNamedBeforeItIsMade() {
    lab.lacks("program:RELEASE=2");
    lab.engine().on("images", () -> assertThat(lab.heard()).hasSize(2));
    assertThat(lab.runShort()).as(lab.err()).isZero();
    assertThat(lab.heard().get(1))
        .isEqualTo("missing, so built first (not part of that time): program:RELEASE=2");
  }

  @Test
  void aPlanSaysTheSameAndHowLongByAnEarlierRun() {
    lab.runShort();
    assertThat(lab.heard().get(0))
        .isEqualTo(
            "lab tiny, short form: 4 points, 8 trials on 2 stacks; no earlier run of this form to"
                + " estimate the time from");
    lab.faultlab("plan", "tiny");
    assertThat(lab.out())
        .doesNotContain("not here yet")
        .contains("tiny, short form: 4 points, 8 trials on 2 stacks\n", ", by run 2");
    lab.lacks("program:RELEASE=2");
    lab.faultlab("plan", "tiny");
    assertThat(lab.out())
        .contains("\nmissing, so built first (not part of that time): program:RELEASE=2\n");
  }

  @Test
  void whatCannotEndWithAVerdictIsSaidBeforeItRuns() {
    String why =
        "no verdict on this: never-evicts at keeps@release=1: nothing there expects absent";
    lab.faultlab("plan", "tiny");
    assertThat(lab.out()).doesNotContain("no verdict");
    lab.faultlab("plan", "tiny", "--release", "1", "--variants", "keeps");
    assertThat(lab.out()).contains(why);
    lab.runShort("--release", "1", "--variants", "keeps");
    assertThat(lab.heard()).anyMatch(message -> message.startsWith(why));
  }

  @Test
  void aVerdictSoFarIsSaidOnceWhenEveryPointHasOneTrial() {
    assertThat(lab.run()).isZero();
    assertThat(soFar())
        .containsExactly(
            "verdict so far: as expected on both sides after 4 of 8 trials;"
                + " the final verdict uses all of them");
  }

  @Test
  void aVerdictSoFarSaysWhatContradicts() {
    lab.engine().answer("program count", command -> TinyLab.counted(20));
    assertThat(lab.run()).isEqualTo(1);
    assertThat(soFar())
        .singleElement()
        .asString()
        .contains("contradicted (forgets@release=1, never-evicts: expected absent")
        .contains("after 4 of 8 trials");
  }

  @Test
  void noVerdictSoFarIsSaidWhenATrialOfTheFirstRoundCannotBeJudged() {
    lab.counts(1, new Execution(1, new byte[0], "failed"));
    assertThat(lab.run()).isEqualTo(2);
    assertThat(soFar()).isEmpty();
  }

  private List<String> soFar() {
    return lab.heard().stream().filter(message -> message.startsWith("verdict so far")).toList();
  }

  @Test
  void aTerminalShowsWhatGoesOnInEachStack() {
    List<String> seen = new ArrayList<>();
    lab.onTrial(6, () -> seen.addAll(lab.below()));
    assertThat(lab.run()).as(lab.err()).isZero();
    assertThat(seen).hasSize(2);
    assertThat(seen.get(0)).matches("tiny-1: forgets@release=1 #2, \\d+ s");
    assertThat(seen.get(1)).isEqualTo("tiny-2: waits");
    assertThat(lab.below()).as("when all is over").isEmpty();
  }
}
