package dev.faultlab.upgrade;

import static dev.faultlab.upgrade.SampleUpgrade.CHARSET;
import static dev.faultlab.upgrade.SampleUpgrade.LABS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which points of the real labs answer a question. */
class ScopePlannerTest {

  @Test
  void onlyTheVariantsThatAreAskedAboutAndTheControlThatTheyNeed() {
    Scope scope =
        SampleUpgrade.scope(
            SampleUpgrade.of(RunForm.SHORT, "jdk=17", "jdk=25"), CHARSET, "two-names");

    assertThat(scope.pairings()).extracting(p -> p.variant().id()).containsOnly("two-names");
    assertThat(scope.plan().cells()).hasSizeBetween(3, 4);
    assertThat(scope.leftOut())
        .filteredOn(out -> out.reason().equals("not among --variants"))
        .extracting(LeftOut::what)
        .contains("kept", "by-name")
        .doesNotContain("two-names");
  }

  @Test
  void bothSidesOfEveryVariantStandSideBySideInOnePlan() {
    Scope scope = scope("charset", RunForm.SHORT, "jdk=8", "jdk=17");

    assertThat(ids(scope))
        .contains(
            "two-provider-names@jdk=8",
            "two-provider-names@jdk=17",
            "three-names@jdk=8",
            "three-names@jdk=17");
    assertThat(scope.plan().cells()).hasSize(2 * scope.pairings().size());
    assertThat(scope.plan().trials()).hasSize(2 * scope.plan().cells().size());
    assertThat(scope.plan().parameters().get("jdk"))
        .extracting(Object::toString)
        .containsExactly("8", "17");
  }

  @Test
  void onlyTheCandidatesTrialsEndEarly() {
    Upgrade upgrade = SampleUpgrade.of(RunForm.SHORT, "jdk=8", "jdk=17", "jdk=25");
    Plan plan =
        new ScopePlanner(upgrade, CHARSET, Optional.of(29), true, Set.of())
            .scope()
            .orElseThrow()
            .plan();
    assertThat(plan.cells())
        .extracting(Cell::point)
        .allMatch(p -> plan.endsEarly(p) != p.on("jdk").equals(Optional.of(Value.of(8))))
        .anyMatch(plan::endsEarly);
  }

  @Test
  void whatTheQuickFormLacksIsLeftOutWithItsReason() {
    assertThat(scope("charset", RunForm.SHORT, "jdk=8", "jdk=17").leftOut())
        .extracting(LeftOut::toString)
        .contains(
            "charset, provider-first: in the full form only; --full has it",
            "charset, by-name, 2 of its settings: in the full form only; --full has them",
            "charset, flame: an exhibit, with a single trial",
            "charset, metrics: too few trials; --full compares them");
    assertThat(scope("dns-java", RunForm.SHORT, "jdk=17", "jdk=25").leftOut())
        .extracting(LeftOut::toString)
        .contains("dns-java, threads: it is only measured; --full does");
    assertThat(scope("charset", RunForm.FULL, "jdk=8", "jdk=17").leftOut())
        .extracting(LeftOut::toString)
        .containsExactly("charset, flame: an exhibit, with a single trial");
  }

  @Test
  void theFullFormMeasuresEachSideTwice() {
    Scope full = scope("charset", RunForm.FULL, "jdk=8", "jdk=17");
    Scope three =
        new ScopePlanner(
                SampleUpgrade.of(RunForm.FULL, "jdk=8", "jdk=17"),
                CHARSET,
                Optional.of(3),
                false,
                Set.of())
            .scope()
            .orElseThrow();

    assertThat(full.plan().trials()).hasSize(10 * full.plan().cells().size());
    assertThat(three.plan().trials()).hasSize(6 * three.plan().cells().size());
  }

  @Test
  void componentsThatMoveTogetherArePairsAndNoProduct() {
    Scope scope =
        scope(
            "syncookie",
            RunForm.SHORT,
            "kernel=debian:bullseye,kafka=3.9.2",
            "kernel=debian:trixie,kafka=4.3.1");

    assertThat(scope.plan().cells().stream().map(Cell::point).filter(p -> !control(p)))
        .extracting(p -> p.on("kernel").orElseThrow() + " " + p.on("kafka").orElseThrow())
        .containsOnly("debian:bullseye 3.9.2", "debian:trixie 4.3.1");
  }

  @Test
  void whereNoSideIsKnownToShowTheFaultAPointThatDoesIsRunAsWell() {
    Scope healthy =
        scope("syncookie", RunForm.SHORT, "kernel=debian:bullseye", "kernel=debian:trixie");
    Scope faulty = scope("syncookie", RunForm.SHORT, "kernel=unfixed", "kernel=fixed");

    assertThat(healthy.plan().cells().stream().map(Cell::point).filter(ScopePlannerTest::control))
        .isNotEmpty()
        .allMatch(point -> point.on("kernel").orElseThrow().toString().equals("unfixed"));
    assertThat(faulty.plan().cells()).hasSize(2 * faulty.pairings().size());
  }

  @Test
  void aVariantThatMakesNoSenseOnOneSideIsNotRun() {
    Scope scope = scope("dns-java", RunForm.FULL, "jdk=17", "jdk=25");
    Pairing pairing =
        scope.pairings().stream()
            .filter(p -> p.variant().id().equals("jep418-provider"))
            .findFirst()
            .orElseThrow();

    assertThat(pairing.compares()).isFalse();
    assertThat(ids(scope)).noneMatch(id -> id.startsWith(pairing.variant().id() + "@"));
    assertThat(scope("dns-java", RunForm.FULL, "jdk=21", "jdk=25").pairings())
        .filteredOn(p -> p.variant().equals(pairing.variant()))
        .allMatch(Pairing::compares);
  }

  @Test
  void severalCandidatesShareOneBaseline() {
    Scope scope = scope("charset", RunForm.SHORT, "jdk=8", "jdk=17", "jdk=25");

    assertThat(ids(scope)).filteredOn(id -> id.startsWith("three-names@")).hasSize(3);
  }

  private static boolean control(Point point) {
    return !point.on("kernel").orElseThrow().toString().startsWith("debian:");
  }

  private static List<String> ids(Scope scope) {
    return scope.plan().cells().stream().map(Cell::id).toList();
  }

  private static Scope scope(String lab, RunForm form, String from, String... to) {
    return SampleUpgrade.scope(SampleUpgrade.of(form, from, to), LABS.read(lab));
  }
}
