package dev.faultlab.check;

import static dev.faultlab.seen.State.ABSENT;
import static dev.faultlab.seen.State.NOT_EXERCISED;
import static dev.faultlab.seen.State.PRESENT;
import static dev.faultlab.seen.State.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.seen.ClientSeen;
import dev.faultlab.seen.State;
import dev.faultlab.seen.TrialSeen;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SideSeenTest {
  private static final ClientSeen BAD = seen(PRESENT, 8, "dead", "8 dead");
  private static final ClientSeen GOOD = seen(ABSENT, 8, "fine", "0 dead");

  private static ClientSeen seen(State state, long exposed, String reason, String text) {
    return new ClientSeen(state, exposed, 3, 8, reason, text, Map.of());
  }

  private static TrialSeen trial(State state, long exposed, String reason) {
    return new TrialSeen(seen(state, exposed, reason, "3 of 8"), BAD, GOOD);
  }

  private static ClientSeen together(TrialSeen... trials) {
    return new SideSeen(Side.AS_IT_IS, List.of(trials), Optional.empty()).together();
  }

  @Test
  void trialsThatAgreeAreOneFinding() {
    TrialSeen seen = trial(PRESENT, 8, "dead");
    assertThat(together(seen, seen)).isEqualTo(seen.measured());
  }

  @Test
  void trialsThatDisagreeAreInconclusiveAndQuoted() {
    ClientSeen all = together(trial(PRESENT, 8, "dead"), trial(ABSENT, 8, "closes-first"));
    assertThat(all.state()).isEqualTo(UNKNOWN);
    assertThat(all.text()).contains("present 3/8 (3 of 8); absent 3/8");
  }

  @Test
  void oneFaultForTwoReasonsIsInconclusive() {
    ClientSeen all = together(trial(PRESENT, 8, "stale-address"), trial(PRESENT, 8, "kept"));
    assertThat(all.state()).isEqualTo(UNKNOWN);
  }

  /** On a slow machine, a connection that was closed early looks like none. */
  @Test
  void noFaultForTwoReasonsIsNoFault() {
    TrialSeen closed = trial(ABSENT, 8, "closes-idle-connections");
    assertThat(together(closed, trial(ABSENT, 8, "connection-per-request")))
        .isEqualTo(closed.measured());
  }

  @Test
  void anAbsenceWithoutExposureIsNotExercised() {
    assertThat(together(trial(ABSENT, 0, "fine")).state()).isEqualTo(NOT_EXERCISED);
  }

  @Test
  void aPresenceThatACanaryContradictsIsInconclusive() {
    TrialSeen blind = new TrialSeen(GOOD, GOOD, GOOD);
    assertThat(together(blind).state()).isEqualTo(UNKNOWN);
    assertThat(together(blind).text()).contains("known-bad canary was absent (0 dead)");
    TrialSeen loud = new TrialSeen(BAD, BAD, BAD);
    assertThat(together(loud).reason()).isEqualTo("canary-contradicts");
  }

  @Test
  void oneInconclusiveTrialMakesAllInconclusive() {
    TrialSeen open = TrialSeen.inconclusive("not-ready", "8 requests caused 0 calls");
    assertThat(together(trial(PRESENT, 8, "dead"), open)).isEqualTo(open.measured());
  }

  @Test
  void aVersionThatDoesNotStartSaysWhy() {
    SideSeen failed = SideSeen.failed(Side.AS_IT_IS, "exit 1: no such host");
    assertThat(failed.words()).isEqualTo("does not start");
    assertThat(failed.together().text()).contains("no such host");
  }
}
