package dev.faultlab.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.compare.Answer;
import dev.faultlab.compare.Change;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabReader;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.Setting;
import dev.faultlab.point.Point;
import dev.faultlab.point.Selector;
import dev.faultlab.point.Value;
import dev.faultlab.report.comparison.UpgradeReport;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.report.document.Screen;
import dev.faultlab.report.document.TerminalRenderer;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the rows beside a point that contradicts what the lab expects of it. */
class ControlsTest {
  private static final LabReader LABS = new LabReader(List.of(Path.of("../../labs")));
  private static final Lab CHARSET = LABS.read("charset");

  /** Each the only control of the other. */
  private static final Set<String> PAIR = Set.of("by-name", "kept");

  /** What a probe would see at 17 that takes the one for the other. */
  private static final BiFunction<Point, String, String> SWAPPED =
      (point, s) ->
          !at(point, 17) ? "" : is(point, "by-name") ? "AA" : is(point, "kept") ? "PP" : "";

  @Test
  void aHealthyControlThatShowsTheFaultOnBothSidesLeavesItsRowsOpen() {
    UpgradeResult result = result("jdk=8", "jdk=17", (point, s) -> is(point, "kept") ? "PP" : "");
    assertThat(result.answer().exitStatus()).isEqualTo(2);
    assertThat(held(result, "by-name").change()).isEqualTo(Change.CANNOT_TELL);
    assertThat(held(result, "by-name").reason())
        .isEqualTo(
            "its control kept, jdk 8, jars 300 contradicts the lab:"
                + " expected absent (kept), found present (every-use): it is every-use");
    assertThat(held(result, "kept").change()).isEqualTo(Change.CANNOT_TELL);
    assertThat(held(result, "kept").reason())
        .startsWith("it contradicts the lab: jdk 8, jars 300: expected absent");
    assertThat(held(result, "one-name").change()).isEqualTo(Change.STILL_ABSENT);
    assertThat(result.sentence()).startsWith("Inconclusive").contains("its control kept");
  }

  @Test
  void aFaultyControlThatDoesNotShowTheFaultLeavesItsRowsOpen() {
    UpgradeResult result =
        result("jdk=8", "jdk=17", (point, s) -> is(point, "by-name") ? "AA" : "");
    assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(held(result, "one-name").change()).isEqualTo(Change.CANNOT_TELL);
    assertThat(held(result, "one-name").reason())
        .startsWith("its control by-name, jdk 8, jars 300 contradicts the lab: expected present");
    assertThat(held(result, "three-names").change()).isEqualTo(Change.STILL_THERE);
  }

  /** Whatever a lone variant shows: nothing is there to say that its probe works. */
  @Test
  void aPointThatContradictsOnBothSidesIsOpenByItself() {
    UpgradeResult result =
        result(upgrade(List.of(), "jdk=8", "jdk=17"), Set.of("kept"), (point, s) -> "PP");
    assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
  }

  /** Either side: before anything has changed, and where a probe no longer fits the candidate. */
  @ParameterizedTest
  @ValueSource(ints = {8, 17})
  void oneSideIsEnoughWhereNoOtherControlAgrees(int jdk) {
    BiFunction<Point, String, String> seen =
        (point, s) -> is(point, "by-name") && at(point, jdk) ? "AA" : "";
    UpgradeResult alone = result(upgrade(List.of(), "jdk=8", "jdk=17"), PAIR, seen);
    assertThat(held(alone, "kept").change()).isEqualTo(Change.CANNOT_TELL);
    assertThat(held(alone, "kept").reason()).contains("by-name, jdk " + jdk + ", jars 300");
    assertThat(held(alone, "by-name").change())
        .as("its own control agrees, so that it decides")
        .isEqualTo(jdk == 8 ? Change.APPEARED : Change.CANNOT_TELL);

    UpgradeResult several = result("jdk=8", "jdk=17", seen);
    assertThat(held(several, "by-name").change())
        .isEqualTo(jdk == 8 ? Change.APPEARED : Change.GONE);
    assertThat(held(several, "kept").change()).isEqualTo(Change.STILL_ABSENT);
  }

  /** The lab expects it there: it is cured, or the probe does not fit that JDK. */
  @Test
  void nothingIsGoneWhereNoPointOfTheCandidateShowsTheFault() {
    UpgradeResult result =
        result(
            upgrade(List.of(), "jdk=8", "jdk=17"),
            Set.of("by-name"),
            (point, s) -> at(point, 17) ? "AA" : "");
    assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(held(result, "by-name").reason())
        .isEqualTo(
            "no point at jdk 17, jars 300 shows the fault that the lab expects there, so nothing"
                + " says that it could be seen: expected present (every-use), found absent"
                + " (cached): it is cached");
  }

  @Test
  void whatAppearsWhereTheControlContradictsIsNotWorse() {
    UpgradeResult result = result(upgrade(List.of(), "jdk=8", "jdk=17"), PAIR, SWAPPED);
    assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(held(result, "kept").change()).isEqualTo(Change.CANNOT_TELL);
    assertThat(held(result, "by-name").change()).isEqualTo(Change.CANNOT_TELL);
  }

  /** An unexpected fault is what is looked for; only what rests on that point alone is open. */
  @Test
  void whatAppearsBesideAControlThatAgreesIsWorse() {
    BiFunction<Point, String, String> seen =
        (point, s) -> is(point, "kept") && at(point, 17) ? "PP" : "";
    UpgradeResult alone = result(upgrade(List.of(), "jdk=8", "jdk=17"), PAIR, seen);
    assertThat(alone.answer()).isEqualTo(Answer.WORSE);
    assertThat(held(alone, "kept").change()).isEqualTo(Change.APPEARED);
    assertThat(held(alone, "by-name").change()).isEqualTo(Change.CANNOT_TELL);
    assertThat(held(result("jdk=8", "jdk=17", seen), "by-name").change())
        .isEqualTo(Change.STILL_THERE);
  }

  /** The team has said that the fault is really there. */
  @Test
  void whatIsAcceptedLeavesNothingOpenAndWhatIsOpenIsNotAccepted() {
    Acceptance kept =
        new Acceptance(
            new Acceptance.Where("charset", Optional.of("kept"), Map.of(), Map.of()),
            Optional.empty(),
            Optional.empty(),
            Change.APPEARED,
            "we keep none",
            "2999-12-31");
    Upgrade upgrade = upgrade(List.of(kept), "jdk=8", "jdk=17");
    UpgradeResult result =
        result(upgrade, PAIR, (point, s) -> is(point, "kept") && at(point, 17) ? "PP" : "");
    assertThat(result.answer()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(held(result, "by-name").change()).isEqualTo(Change.STILL_THERE);

    UpgradeResult broken = result(upgrade, PAIR, SWAPPED);
    assertThat(broken.answer()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(held(broken, "kept").accepted()).isEmpty();
  }

  @Test
  void aControlThatIsHealthyForAnotherReasonProvesNothing() {
    UpgradeResult result =
        result("jdk=8", "jdk=17", (point, s) -> is(point, "one-name") ? "BB" : "");
    assertThat(held(result, "by-name").change()).isEqualTo(Change.CANNOT_TELL);
    assertThat(held(result, "by-name").reason())
        .contains("one-name, jdk 8, jars 300", "expected absent (cached), found absent (kept)");
  }

  /** What cannot be told is open itself, and contradicts nothing. */
  @Test
  void anInconclusiveControlIsOpenItselfAndDecidesNothingElse() {
    UpgradeResult result = result("jdk=8", "jdk=17", (point, s) -> is(point, "kept") ? "UU" : "");
    assertThat(result.answer()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(held(result, "kept").change()).isEqualTo(Change.CANNOT_TELL);
    assertThat(held(result, "by-name").change()).isEqualTo(Change.STILL_THERE);
  }

  /** A control that is run only to be one: one-name alone needs a point that shows the fault. */
  @ParameterizedTest
  @CsvSource({
    "AA, 'was to show it: expected present', CANNOT_TELL",
    "UU, 'was to show it: it is fact-missing', CANNOT_TELL",
    "PA, 'contradicts the lab: expected present', CANNOT_TELL",
    "PP, it is, STILL_ABSENT",
  })
  void aControlThatIsNotComparedIsNamedWhereItDoesNotShowTheFault(
      String control, String said, Change change) {
    UpgradeResult result =
        result(
            upgrade(List.of(), "jdk=17", "jdk=25"),
            Set.of("two-names"),
            (point, s) -> is(point, "two-names") ? "" : control);
    assertThat(held(result, "two-names").change()).isEqualTo(change);
    assertThat(held(result, "two-names").reason()).contains(said);
  }

  /** With two variants asked about there is a control of the one at 17 only. */
  @Test
  void aControlThatIsMissingOnOneSideContradictsNothing() {
    UpgradeResult result =
        result(
            upgrade(List.of(), "jdk=8", "jdk=17"),
            Set.of("three-names", "two-provider-names"),
            (point, s) -> "");
    assertThat(result.answer()).isEqualTo(Answer.NOTHING_WORSE);
    UpgradeResult broken =
        result(
            upgrade(List.of(), "jdk=8", "jdk=17"),
            Set.of("three-names", "two-provider-names"),
            (point, s) -> is(point, "two-provider-names") && at(point, 17) ? "PP" : "");
    assertThat(held(broken, "three-names").change()).isEqualTo(Change.CANNOT_TELL);
    assertThat(held(broken, "two-provider-names").change()).isEqualTo(Change.STILL_THERE);
  }

  /** At settings that are not its own a lab expects nothing; this one's lookups are not kept. */
  @Test
  void expectationsHoldAtTheLabsOwnSettingsOnly() {
    String setting = "security:networkaddress.cache.ttl";
    Lab lab = Setting.axes(LABS.read("dns-java"), Set.of(setting));
    Upgrade upgrade = upgrade(List.of(), setting + "=30", setting + "=0");
    Scope scope = new ScopePlanner(upgrade, lab, Optional.empty(), Set.of()).scope().orElseThrow();
    RunResult run =
        run(
            scope,
            (point, s) -> point.on(setting).map(Value.of(30)::equals).orElse(false) ? "AA" : "");
    assertThat(LabComparison.of(upgrade, scope, run).rows())
        .flatExtracting(SignatureRow::candidates)
        .extracting(CandidateChange::change)
        .contains(Change.APPEARED)
        .doesNotContain(Change.CANNOT_TELL);
  }

  @Test
  void everyReportNamesTheControl() throws IOException {
    UpgradeResult result = result("jdk=8", "jdk=17", (point, s) -> is(point, "kept") ? "PP" : "");
    Document report = new UpgradeReport(result).document();
    assertThat(
            List.of(
                new TerminalRenderer(new Screen(400, false)).render(report),
                new MarkdownRenderer().render(report),
                new UpgradeReport(result).junit().render(report),
                new HtmlRenderer("").render(report)))
        .allSatisfy(text -> assertThat(text).contains("its control kept, jdk 8, jars 300"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"upgrade-charset", "upgrade-charset-full", "upgrade-kernel-kafka"})
  void committedResultsComeOutAsTheyDid(String name) throws IOException {
    UpgradeResult committed =
        UpgradeResult.read(Path.of("../../results/reference/" + name + ".json"));
    LabComparison lab = committed.labs().get(0);
    Scope scope =
        new ScopePlanner(
                committed.upgrade(),
                LABS.read(lab.lab()),
                Optional.empty(),
                Set.copyOf(lab.rows().stream().map(SignatureRow::variant).toList()))
            .scope()
            .orElseThrow();
    RunResult run = run(scope, (point, signature) -> letters(lab, point, signature));
    assertThat(LabComparison.of(committed.upgrade(), scope, run).rows())
        .extracting(row -> row.variant() + row.signature() + row.candidates().get(0).change())
        .isNotEmpty()
        .containsAll(
            lab.rows().stream()
                .filter(row -> row.before().isPresent())
                .map(row -> row.variant() + row.signature() + row.candidates().get(0).change())
                .toList());
  }

  /** As the lab expects it where that is what was seen there. */
  private static String letters(LabComparison lab, Point point, String signature) {
    Lab declared = LABS.read(lab.lab());
    return lab.rows().stream()
        .filter(row -> row.signature().equals(signature))
        .flatMap(
            row -> Stream.concat(row.before().stream(), row.candidates().get(0).side().stream()))
        .filter(side -> side.point().equals(point))
        .findFirst()
        .map(
            side ->
                side.shows()
                        == (declared
                                .variant(point.variant())
                                .orElseThrow()
                                .expect()
                                .get(signature)
                                .at(point, Map.of())
                                .orElseThrow()
                                .presence()
                            == Presence.PRESENT)
                    ? ""
                    : side.shows() ? "QQ" : "BB")
        .orElse("");
  }

  private static UpgradeResult result(
      String from, String to, BiFunction<Point, String, String> seen) {
    return result(upgrade(List.of(), from, to), Set.of(), seen);
  }

  private static UpgradeResult result(
      Upgrade upgrade, Set<String> variants, BiFunction<Point, String, String> seen) {
    Scope scope = scope(upgrade, variants);
    return UpgradeResult.of(
        "20260102T030405Z-0001",
        "2026-01-02T03:04:05Z",
        "2026-01-02T03:05:05Z",
        upgrade,
        List.of(LabComparison.of(upgrade, scope, run(scope, seen))),
        scope.leftOut(),
        List.of(),
        (lab, signature) -> List.of());
  }

  /** As the lab expects it where {@code seen} says nothing. */
  private static RunResult run(Scope scope, BiFunction<Point, String, String> seen) {
    BiFunction<Point, String, String> usual = InventedRun.expected(scope.lab());
    return new InventedRun(scope.plan())
        .seeing(
            (point, signature) ->
                Optional.of(seen.apply(point, signature))
                    .filter(letters -> !letters.isEmpty())
                    .orElseGet(() -> usual.apply(point, signature)))
        .result();
  }

  private static CandidateChange held(UpgradeResult result, String variant) {
    return result
        .rows()
        .filter(row -> row.variant().equals(variant) && row.signature().equals("provider-lookups"))
        .findFirst()
        .orElseThrow()
        .candidates()
        .get(0);
  }

  private static Scope scope(Upgrade upgrade, Set<String> variants) {
    return new ScopePlanner(upgrade, CHARSET, Optional.empty(), variants).scope().orElseThrow();
  }

  private static Upgrade upgrade(List<Acceptance> accepted, String from, String to) {
    return new Upgrade(
        Selector.parse(from).at(), List.of(Selector.parse(to).at()), RunForm.SHORT, 0.1, accepted);
  }

  private static boolean is(Point point, String variant) {
    return point.variant().equals(variant);
  }

  private static boolean at(Point point, int jdk) {
    return point.on("jdk").equals(Optional.of(Value.of(jdk)));
  }
}
