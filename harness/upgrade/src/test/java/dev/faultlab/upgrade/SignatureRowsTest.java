package dev.faultlab.upgrade;

import static dev.faultlab.upgrade.SampleUpgrade.CHARSET;
import static dev.faultlab.upgrade.SampleUpgrade.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.compare.Change;
import dev.faultlab.compare.ObservedSignature;
import dev.faultlab.compare.SignatureComparison;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.verdict.Obstacle;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What became of a signature, for everything that the two sides can show. */
class SignatureRowsTest {
  private static final Scope SCOPE =
      SampleUpgrade.scope(SampleUpgrade.of(RunForm.SHORT, "jdk=8", "jdk=17"), CHARSET);

  /** A point of each of the lab's signatures, where the fault is shown and where it is not. */
  private static final Set<String> FAULTY = Set.of("by-name", "crowded-jars", "crowded-table");

  private static final Set<String> HEALTHY = Set.of("kept", "crowded-kept", "crowded-table-kept");

  /** A letter a trial, see {@link SyntheticRun}; ! for a stack that does not start. */
  @ParameterizedTest
  @CsvSource({
    "AA, PP, APPEARED",
    "AA, AP, APPEARED",
    "AA, PU, APPEARED",
    "PP, AA, GONE",
    "PP, PP, STILL_THERE",
    "PP, PA, STILL_THERE",
    "PA, PP, STILL_THERE",
    "PP, PU, STILL_THERE",
    "AA, AA, STILL_ABSENT",
    "AA, BB, CHANGED_REASON",
    "PP, QQ, CHANGED_REASON",
    "PA, AA, CANNOT_TELL",
    "PU, AA, CANNOT_TELL",
    "AU, AA, CANNOT_TELL",
    "AU, PP, CANNOT_TELL",
    "AA, AU, CANNOT_TELL",
    "UU, UU, CANNOT_TELL",
    "AA, '', CANNOT_TELL",
    "'', AA, CANNOT_TELL",
    "AA, !, DOES_NOT_START",
    "PP, !, DOES_NOT_START",
    "!, AA, CANNOT_TELL",
    "!, PP, CANNOT_TELL",
    "!, !, CANNOT_TELL",
  })
  void everyPairOfSidesHasItsChange(String first, String after, Change change) {
    SignatureComparison held =
        SignatureComparison.of(side(8, first), side(17, after), Optional.empty());
    assertThat(held.change()).isEqualTo(change);
    assertThat(held.reason()).isNotBlank();
  }

  /** Also X for a trial in which it crashed, F for one that failed for another reason. */
  @ParameterizedTest
  @CsvSource({
    "AA, XX, CRASHES",
    "PP, XX, CRASHES",
    "AA, X, CRASHES",
    "AA, XA, CANNOT_TELL",
    "AA, XF, CANNOT_TELL",
    "AA, FF, CANNOT_TELL",
    "AX, XX, CANNOT_TELL",
    "AF, XX, CANNOT_TELL",
    "XX, XX, CANNOT_TELL",
  })
  void aCrashIsAFindingWhereEachTrialHasItAndNoneBefore(String first, String after, Change change) {
    RunResult run =
        new SyntheticRun(SCOPE.plan())
            .seeing(
                (point, signature) ->
                    !point.variant().equals("one-name") ? "PP" : at(point, 8) ? first : after)
            .result();
    CandidateChange held =
        new SignatureRows(SCOPE, run)
            .all().stream()
                .filter(row -> row.variant().equals("one-name"))
                .findFirst()
                .orElseThrow()
                .candidates()
                .get(0);
    assertThat(held.change()).isEqualTo(change);
    if (change == Change.CRASHES) {
      assertThat(held.reason()).contains("SIGSEGV");
    }
  }

  @Test
  void absentOnBothSidesProvesNothingWhereTheFaultIsNowhereSeen() {
    RunResult blind = new SyntheticRun(SCOPE.plan()).result();
    assertThat(changes(blind)).containsOnly(Change.CANNOT_TELL);
    assertThat(new SignatureRows(SCOPE, blind).all().get(0).candidates().get(0).reason())
        .contains("no point of this run shows the fault");

    RunResult seen =
        new SyntheticRun(SCOPE.plan())
            .seeing((point, signature) -> FAULTY.contains(point.variant()) ? "PP" : "AA")
            .result();
    assertThat(changes(seen)).containsOnly(Change.STILL_THERE, Change.STILL_ABSENT);
  }

  @Test
  void rowsByThemselvesKnowNoExpectations() {
    // Everything the other way round than the lab expects it, on both sides.
    RunResult run =
        new SyntheticRun(SCOPE.plan())
            .seeing((point, signature) -> HEALTHY.contains(point.variant()) ? "PP" : "AA")
            .result();
    assertThat(changes(run)).containsOnly(Change.STILL_THERE, Change.STILL_ABSENT);
  }

  /** Of the whole run; a metric that cannot be read touches no signature. */
  @ParameterizedTest
  @CsvSource({"CALIBRATION, true", "READING, false"})
  void anObstacleOfTheRunLeavesEverythingOpen(Obstacle.Kind kind, boolean open) {
    RunResult run =
        new SyntheticRun(SCOPE.plan()).asExpected().meeting(kind, "", "it is off").result();
    assertThat(changes(run)).allMatch(change -> change == Change.CANNOT_TELL == open);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 17})
  void anObstacleOnAStackOfEitherSideLeavesOnlyThatOpen(int jdk) {
    RunResult expected = new SyntheticRun(SCOPE.plan()).asExpected().result();
    String stack = expected.stackOf(point(jdk)).orElseThrow().name();
    RunResult run =
        new SyntheticRun(SCOPE.plan())
            .asExpected()
            .meeting(Obstacle.Kind.EVIDENCE, stack, "it does not say what ran")
            .result();
    for (SignatureRow row : new SignatureRows(SCOPE, run).all()) {
      boolean there =
          Stream.of(row.before(), row.candidates().get(0).side())
              .anyMatch(
                  side ->
                      run.stackOf(side.orElseThrow().point()).orElseThrow().name().equals(stack));
      assertThat(row.candidates().get(0).change() == Change.CANNOT_TELL).isEqualTo(there);
    }
  }

  private static ObservedSignature side(int jdk, String letters) {
    return letters.equals("!")
        ? ObservedSignature.of(
            point(jdk), List.of(), Optional.of("service charset ended with status 1"))
        : ObservedSignature.of(point(jdk), SyntheticRun.observations(letters), Optional.empty());
  }

  private static List<Change> changes(RunResult run) {
    return new SignatureRows(SCOPE, run)
        .all().stream().map(row -> row.candidates().get(0).change()).toList();
  }

  private static Point point(int jdk) {
    return SCOPE.plan().cells().stream()
        .map(cell -> cell.point())
        .filter(p -> p.variant().equals("one-name") && at(p, jdk))
        .findFirst()
        .orElseThrow();
  }
}
