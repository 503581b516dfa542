package dev.faultlab.check;

import static dev.faultlab.check.Finding.ABSENT;
import static dev.faultlab.check.Finding.INCONCLUSIVE;
import static dev.faultlab.check.Finding.NOT_EXERCISED;
import static dev.faultlab.check.Finding.PRESENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.check.TrialSeen.CanarySeen;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SideSeenTest {
  private static final CanarySeen BAD = new CanarySeen(PRESENT, "8 dead");
  private static final CanarySeen GOOD = new CanarySeen(ABSENT, "0 dead");

  private static TrialSeen trial(Finding finding, long exposed, String reason) {
    return new TrialSeen(finding, exposed, 3, 8, reason, "3 of 8", BAD, GOOD);
  }

  private static TrialSeen together(TrialSeen... trials) {
    return new SideSeen(Side.AS_IT_IS, List.of(trials), Optional.empty()).together();
  }

  @Test
  void trialsThatAgreeAreOneFinding() {
    TrialSeen seen = trial(PRESENT, 8, "dead");
    assertThat(together(seen, seen)).isEqualTo(seen);
  }

  @Test
  void trialsThatDisagreeAreInconclusiveAndQuoted() {
    TrialSeen all = together(trial(PRESENT, 8, "dead"), trial(ABSENT, 8, "closes-first"));
    assertThat(all.finding()).isEqualTo(INCONCLUSIVE);
    assertThat(all.text()).contains("present 3/8 (3 of 8); absent 3/8");
  }

  @Test
  void oneFaultForTwoReasonsIsInconclusive() {
    TrialSeen all = together(trial(PRESENT, 8, "stale-address"), trial(PRESENT, 8, "kept"));
    assertThat(all.finding()).isEqualTo(INCONCLUSIVE);
  }

  /** On a slow machine, a connection that was closed early looks like none. */
  @Test
  void noFaultForTwoReasonsIsNoFault() {
    TrialSeen closed = trial(ABSENT, 8, "closes-idle-connections");
    assertThat(together(closed, trial(ABSENT, 8, "connection-per-request"))).isEqualTo(closed);
  }

  @Test
  void anAbsenceWithoutExposureIsNotExercised() {
    assertThat(together(trial(ABSENT, 0, "fine")).finding()).isEqualTo(NOT_EXERCISED);
  }

  @Test
  void aPresenceThatACanaryContradictsIsInconclusive() {
    CanarySeen silent = new CanarySeen(ABSENT, "0 dead");
    TrialSeen blind = new TrialSeen(ABSENT, 8, 0, 8, "fine", "0 of 8", silent, GOOD);
    assertThat(together(blind).finding()).isEqualTo(INCONCLUSIVE);
    assertThat(together(blind).text()).contains("known-bad canary was absent (0 dead)");
    TrialSeen loud = new TrialSeen(PRESENT, 8, 8, 8, "dead", "8 of 8", BAD, BAD);
    assertThat(together(loud).reason()).isEqualTo("canary-contradicts");
  }

  @Test
  void oneInconclusiveTrialMakesAllInconclusive() {
    TrialSeen open = TrialSeen.inconclusive("not-ready", "8 requests caused 0 calls");
    assertThat(together(trial(PRESENT, 8, "dead"), open)).isEqualTo(open);
  }

  @Test
  void aVersionThatDoesNotStartSaysWhy() {
    SideSeen failed = SideSeen.failed(Side.AS_IT_IS, "exit 1: no such host");
    assertThat(failed.words()).isEqualTo("does not start");
    assertThat(failed.together().text()).contains("no such host");
  }
}
