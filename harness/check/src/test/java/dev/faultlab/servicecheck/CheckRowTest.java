package dev.faultlab.servicecheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.check.ConditionEntry;
import dev.faultlab.check.ConditionResult;
import dev.faultlab.check.Side;
import dev.faultlab.check.SideResult;
import dev.faultlab.compare.Answer;
import dev.faultlab.lab.AcceptedUntil;
import dev.faultlab.seen.CanaryResult;
import dev.faultlab.seen.ClientResult;
import dev.faultlab.seen.Course;
import dev.faultlab.seen.State;
import dev.faultlab.seen.TrialOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckRowTest {
  private static final CanaryResult CANARY =
      new CanaryResult(
          "falls", Course.STAYS_BROKEN, ClientResult.of(State.PRESENT, "bad", "it fell"));

  /** A course or a state, and a reason after a colon. */
  private static TrialOutcome trial(String word) {
    String[] words = word.split(":");
    String name = words[0].toUpperCase(Locale.ROOT);
    Optional<Course> course =
        Stream.of(Course.values()).filter(c -> c.name().equals(name)).findFirst();
    State counted = State.ABSENT;
    if (course.isEmpty()) {
      counted = State.valueOf(name);
    } else if (course.get().harmed()) {
      counted = State.PRESENT;
    }
    String reason = words.length > 1 ? words[1] : "r";
    return new TrialOutcome(
        new ClientResult(counted, course, 8, 8, 8, 8, reason, "the counts", Map.of(), List.of()),
        List.of(CANARY));
  }

  private static SideResult side(String state) {
    if (state.equals("fails")) {
      return new SideResult(Side.AS_IT_IS, List.of(), Optional.of("ended with status 1"));
    }
    return new SideResult(
        new Side(Optional.empty(), Map.of("V", state)),
        Stream.of(state.contains("+") ? state.split("[+]") : new String[] {state, state})
            .map(CheckRowTest::trial)
            .toList(),
        Optional.empty());
  }

  private static CheckRow row(String... states) {
    return CheckRow.of(
        new ConditionResult(
            "slow-dns",
            "is slow",
            "https://example.org/",
            "restart the service",
            Arrays.stream(states).map(CheckRowTest::side).toList()));
  }

  private static CheckResult result(CheckRow... rows) {
    return new CheckResult(
        "id", "s", List.of(), "GET /", List.of(Side.AS_IT_IS), List.of(rows), List.of());
  }

  private static Answer answer(CheckRow... rows) {
    return result(rows).answer();
  }

  @Test
  void aFixNamesItsSectionOfTheReference() {
    assertThat(row("present:lookup-per-request").fix().orElseThrow())
        .endsWith("./faultlab fixes lookup-per-request, docs/reference/conditions.md#slow-dns");
    assertThat(row("present:exits-at-start").fix().orElseThrow()).endsWith("conditions.md#a-trial");
    assertThat(row("absent").fix()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "absent, present, APPEARED, 1",
    "present, absent, gone, 0",
    "present, present, still there, 0",
    "absent, absent, still absent, 0",
    "absent:polite, absent:fresh, still absent, 0",
    "heals, stays_broken, APPEARED, 1",
    "fails_once, stays_broken, WORSE, 1",
    "stays_broken, fails_once, better, 0",
    "stays_broken, heals, gone, 0",
    "avoids, heals, changed reason, 0",
    "avoids+heals, avoids+heals, still absent, 0",
    "fails_once:stale, fails_once:kept, changed reason, 0",
    "avoids+fails_once, stays_broken, WORSE, 1",
    "avoids+fails_once, fails_once, INCONCLUSIVE, 2",
    "fails_once, fails_once+stays_broken, INCONCLUSIVE, 2",
    "fails_once+stays_broken, heals, gone, 0",
    "present:stale-address, present:kept-connection, changed reason, 0",
    "not_exercised, present, NOT EXERCISED, 2",
    "absent, not_exercised, NOT EXERCISED, 2",
    "unknown, present, INCONCLUSIVE, 2",
    "absent, unknown, INCONCLUSIVE, 2",
    "absent, fails, DOES NOT START, 1",
    "fails, absent, INCONCLUSIVE, 2",
    "fails, fails, INCONCLUSIVE, 2",
  })
  void twoVersions(String from, String to, String verdict, int status) {
    CheckRow row = row(from, to);
    assertThat(row.verdict()).isEqualTo(verdict);
    assertThat(answer(row).exitStatus()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({
    "present, PRESENT, 1",
    "fails_once+stays_broken, PRESENT, 1",
    "fails_once:stale-address+fails_once:kept-connection, INCONCLUSIVE, 2",
    "fails_once+avoids, INCONCLUSIVE, 2",
    "fails_once+unknown, INCONCLUSIVE, 2",
    "avoids:closes-idle-connections+avoids:connection-per-request, absent, 0",
    "heals, absent, 0",
    "absent, absent, 0",
    "not_exercised, NOT EXERCISED, 2",
    "unknown, INCONCLUSIVE, 2",
    "fails, INCONCLUSIVE, 2",
  })
  void oneVersion(String state, String verdict, int status) {
    CheckRow row = row(state);
    assertThat(row.verdict()).isEqualTo(verdict);
    assertThat(answer(row).exitStatus()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({
    "not_exercised, '', false, not exercised, 2",
    "not_exercised, absent, false, not exercised, 0",
    "not_exercised, absent, true, NOT EXERCISED, 2",
    "not_exercised not_exercised, absent absent, false, not exercised, 0",
    "not_exercised not_exercised, '', false, not exercised, 2",
    "not_exercised absent, absent absent, false, NOT EXERCISED, 2",
    "not_exercised not_exercised, absent present, false, not exercised, 1",
    "unknown unknown, absent absent, false, INCONCLUSIVE, 2",
  })
  void whatIsMetOnNoSideCountsOnlyIfRequired(
      String states, String other, boolean required, String verdict, int status) {
    CheckRow row =
        row(states.split(" ")).apply(new ConditionEntry(Map.of(), required, Optional.empty()));
    assertThat(row.verdict()).isEqualTo(verdict);
    CheckRow[] all = {row, other.isEmpty() ? row : row(other.split(" "))};
    assertThat(answer(all).exitStatus()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({
    "present, 'present, accepted', 0",
    "absent present, 'appeared, accepted', 0",
    "absent fails, DOES NOT START, 1",
    "absent absent, still absent, 0",
    "absent unknown, INCONCLUSIVE, 2",
  })
  void anAcceptedFindingIsNotWorse(String states, String verdict, int status) {
    AcceptedUntil until = new AcceptedUntil("ticket 12", "2027-01-31");
    CheckRow row =
        row(states.split(" ")).apply(new ConditionEntry(Map.of(), false, Optional.of(until)));
    assertThat(row.verdict()).isEqualTo(verdict);
    assertThat(answer(row).exitStatus()).isEqualTo(status);
    boolean accepted = verdict.endsWith("accepted");
    assertThat(row.reason().endsWith("; accepted until 2027-01-31: ticket 12")).isEqualTo(accepted);
    assertThat(new CheckReport(result(row)).document().head().judgement().endsWith("not accepted"))
        .isEqualTo(accepted);
  }

  @Test
  void worseOutweighsInconclusive() {
    assertThat(answer(row("absent", "present"), row("absent", "unknown"))).isEqualTo(Answer.WORSE);
    assertThat(answer(row("absent", "absent"), row("absent", "unknown")))
        .isEqualTo(Answer.CANNOT_TELL);
  }

  @Test
  void whatTheTrialsSayIsQuoted() {
    assertThat(row("fails_once+avoids").reason())
        .isEqualTo(
            "trials disagree: present 8/8 (fails once) (the counts); absent 8/8 (avoids) (the counts)");
    assertThat(row("fails").reason()).isEqualTo("ended with status 1");
    assertThat(side("fails_once+stays_broken+fails_once").words())
        .as("the worst speaks for all")
        .isEqualTo("present 8/8 (stays broken)");
    assertThat(side("avoids+heals").words()).isEqualTo("absent 8/8 (heals)");
  }

  @Test
  void aRowThatWasNotExercisedHasAHint() {
    assertThat(row("absent", "not_exercised").reason())
        .isEqualTo("the counts; restart the service");
  }

  @Test
  void canariesAreCountedByWhatTheyDid() {
    assertThat(row("absent", "present").canaries()).isEqualTo("1/1");
    ClientResult heals = trial("heals").measured();
    TrialOutcome trial =
        new TrialOutcome(heals, List.of(new CanaryResult("f", Course.FAILS_ONCE, heals)));
    SideResult side = new SideResult(Side.AS_IT_IS, List.of(trial), Optional.empty());
    CheckRow row = CheckRow.of(new ConditionResult("c", "w", "s", "h", List.of(side)));
    assertThat(row.canaries()).isEqualTo("0/1");
    assertThat(answer(row)).as("a canary that contradicts").isEqualTo(Answer.CANNOT_TELL);
    assertThat(row("fails", "fails").canaries()).isEqualTo("not run");
  }
}
