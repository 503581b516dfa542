package dev.faultlab.check;

import static dev.faultlab.seen.Course.AVOIDS;
import static dev.faultlab.seen.Course.FAILS_ONCE;
import static dev.faultlab.seen.Course.HEALS;
import static dev.faultlab.seen.Course.STAYS_BROKEN;
import static dev.faultlab.seen.State.ABSENT;
import static dev.faultlab.seen.State.PRESENT;
import static dev.faultlab.seen.State.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.seen.CanarySeen;
import dev.faultlab.seen.ClientSeen;
import dev.faultlab.seen.Course;
import dev.faultlab.seen.State;
import dev.faultlab.seen.TrialSeen;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SideSeenTest {
  private static final ClientSeen BAD = ClientSeen.of(PRESENT, "dead", "8 dead");

  private static TrialSeen trial(State state, Course course, String reason) {
    ClientSeen seen =
        new ClientSeen(
            state, Optional.ofNullable(course), 8, 8, 3, 8, reason, "3 of 8", Map.of(), List.of());
    return new TrialSeen(seen, List.of(new CanarySeen("falls", Course.STAYS_BROKEN, BAD)));
  }

  private static ClientSeen together(TrialSeen... trials) {
    return new SideSeen(Side.AS_IT_IS, List.of(trials), Optional.empty()).together();
  }

  @Test
  void trialsThatAgreeAreOneFinding() {
    TrialSeen seen = trial(PRESENT, FAILS_ONCE, "dead");
    assertThat(together(seen, seen)).isEqualTo(seen.measured());
  }

  @Test
  void trialsThatDisagreeAreInconclusiveAndQuoted() {
    ClientSeen all =
        together(trial(PRESENT, FAILS_ONCE, "dead"), trial(ABSENT, AVOIDS, "closes-first"));
    assertThat(all.state()).isEqualTo(UNKNOWN);
    assertThat(all.text()).contains("present 3/8 (fails once) (3 of 8); absent 3/8 (avoids)");
  }

  @Test
  void oneFaultForTwoReasonsIsInconclusive() {
    ClientSeen all =
        together(trial(PRESENT, FAILS_ONCE, "stale-address"), trial(PRESENT, FAILS_ONCE, "kept"));
    assertThat(all.state()).isEqualTo(UNKNOWN);
  }

  /** On a slow machine, a connection that was closed early looks like none. */
  @Test
  void noFaultForTwoReasonsIsNoFault() {
    TrialSeen closed = trial(ABSENT, AVOIDS, "closes-idle-connections");
    assertThat(together(closed, trial(ABSENT, AVOIDS, "connection-per-request")))
        .isEqualTo(closed.measured());
  }

  @Test
  void theWorstTrialSpeaksForAll() {
    TrialSeen broken = trial(PRESENT, STAYS_BROKEN, "dead");
    assertThat(together(trial(PRESENT, FAILS_ONCE, "dead"), broken)).isEqualTo(broken.measured());
    TrialSeen heals = trial(ABSENT, HEALS, "dead");
    assertThat(together(heals, trial(ABSENT, AVOIDS, "fresh"))).isEqualTo(heals.measured());
  }

  @Test
  void oneInconclusiveTrialMakesAllInconclusive() {
    TrialSeen open = TrialSeen.inconclusive("not-ready", "8 requests caused 0 calls");
    assertThat(together(trial(PRESENT, FAILS_ONCE, "dead"), open)).isEqualTo(open.measured());
  }

  @Test
  void aVersionThatDoesNotStartSaysWhy() {
    SideSeen failed = SideSeen.failed(Side.AS_IT_IS, "exit 1: no such host");
    assertThat(failed.words()).isEqualTo("does not start");
    assertThat(failed.together().text()).contains("no such host");
  }
}
