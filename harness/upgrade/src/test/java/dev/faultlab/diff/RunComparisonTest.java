package dev.faultlab.diff;

import static dev.faultlab.compare.Answer.CANNOT_TELL;
import static dev.faultlab.compare.Answer.NOTHING_WORSE;
import static dev.faultlab.compare.Answer.WORSE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.faultlab.compare.Answer;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Point;
import dev.faultlab.point.Selector;
import dev.faultlab.point.Value;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.report.document.Screen;
import dev.faultlab.report.document.TerminalRenderer;
import dev.faultlab.report.page.SampleEvidence;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.SampleRun;
import dev.faultlab.result.StoredRun;
import dev.faultlab.upgrade.FactChange;
import dev.faultlab.upgrade.UpgradeResult;
import dev.faultlab.upgrade.page.Pages;
import dev.faultlab.upgrade.page.UpgradeReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RunComparisonTest {
  @TempDir Path folder;

  @Test
  void aRunAgainstItselfChangedNothing() throws IOException {
    UpgradeResult diff = compare(SampleRun.asExpected(), SampleRun.asExpected());
    assertThat(diff.answer()).as(diff.sentence()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(diff.rows())
        .hasSize(6)
        .allMatch(row -> row.candidates().get(0).bearing() == Bearing.FINE);
    assertThat(diff.costs())
        .hasSize(14)
        .allMatch(cost -> cost.candidates().get(0).orElseThrow().direction() == Change.SAME);
    assertThat(diff.labs().get(0).differences()).isEmpty();
    assertThat(diff.labs().get(0).facts()).isEmpty();
  }

  @Test
  void aDifferenceWithinTheThresholdIsNone() throws IOException {
    RunResult before = SampleRun.asExpected();
    RunResult after = Altered.scaled(before, 0.95);
    assertThat(compare(before, after).answer()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(comparison(before, after).compare(Optional.of(0.01)).answer())
        .isEqualTo(Answer.WORSE);
    assertThat(comparison(before, Altered.scaled(before, 0.5)).compare(Optional.empty()).answer())
        .isEqualTo(Answer.NOTHING_WORSE);
  }

  /** What cannot decide is left out with the reason. */
  @Test
  void metricsThatCannotDecideAreLeftOut() throws IOException {
    RunResult run = SampleRun.asExpected();
    RunResult few = Altered.firstTrials(run, 4);
    leftOut(few, Altered.scaled(few, 0.5), "fewer than 5 trials on a side");
    RunResult shared = SampleRun.ofASharedMachine();
    leftOut(shared, Altered.scaled(shared, 0.5), "trials of a short run have others next to them");
    RunResult merged = Altered.merged(run);
    RunResult slower = Altered.scaledOn(merged, "25", 0.5);
    UpgradeResult across = compare(slower, slower, "jdk=17", "jdk=25");
    assertThat(across.answer()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(across.leftOut())
        .anyMatch(out -> out.what().equals("7 metrics") && out.reason().contains("a merged run"));
    assertThat(compare(merged, slower).answer()).isEqualTo(Answer.WORSE);
  }

  @ParameterizedTest
  @CsvSource({"cpu,Other CPU", "cores,4", "kernel,6.12", "memory,8000000 kB"})
  void metricsOfTwoMachinesAreLeftOut(String what, String other) throws IOException {
    RunResult run = SampleRun.asExpected();
    leftOut(run, Altered.provenance(Altered.scaled(run, 0.5), what, other), what + " differ");
  }

  private void leftOut(RunResult a, RunResult b, String why) throws IOException {
    UpgradeResult diff = compare(a, b);
    assertThat(diff.answer()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(diff.costs()).isEmpty();
    assertThat(diff.leftOut()).anyMatch(out -> out.reason().contains(why));
  }

  /** What B alone has, or what is contradicted or inconclusive there, never ends in 0. */
  static Stream<Arguments> everyComparisonHasItsVerdict() {
    RunResult run = SampleRun.asExpected();
    RunResult contradicted = SampleRun.contradicted();
    RunResult unexpected = Altered.first(run, "CONTRADICTED", "PRESENT", 5);
    RunResult slower = Altered.scaled(run, 0.5);
    RunResult only25 = Altered.only(run, "jdk", "25");
    RunResult only17 = Altered.only(run, "jdk", "17");
    RunResult new26 = Altered.moved(only25, "jdk", "26");
    RunResult lessIsBetter = Altered.lowerIsBetter(run);
    RunResult measuringLess = Altered.unmeasured(run, "cached");
    RunResult faults = Altered.onlyPoints(run, p -> p.variant().equals("shared-name"));
    return Stream.of(
        // a fault appears
        arguments(run, contradicted, WORSE, "appeared"),
        // a fault goes
        arguments(contradicted, run, NOTHING_WORSE, "2 gone"),
        // half as fast
        arguments(run, slower, WORSE, "0.5x"),
        // twice as fast
        arguments(run, Altered.scaled(run, 2), NOTHING_WORSE, "14 better"),
        // twice as much, and less is better
        arguments(lessIsBetter, Altered.scaled(lessIsBetter, 2), WORSE, "2x"),
        // half as fast, with a little less memory
        arguments(run, Altered.provenance(slower, "memory", "24680000 kB"), WORSE, "0.5x"),
        // a delay out of tolerance, however much changed
        arguments(
            Altered.scaled(run, 2),
            SampleRun.inconclusive(),
            CANNOT_TELL,
            "B: delay of stack a: 14.2 ms, 10 set, more than 20 % off"),
        // another Kafka, and a fault appears
        arguments(
            Altered.moved(run, "kafka", "3.9.2"),
            Altered.moved(contradicted, "kafka", "4.3.1"),
            WORSE,
            "Worse from kafka 3.9.2 to kafka 4.3.1: "),
        // a version that only B has
        arguments(only17, run, CANNOT_TELL, "nothing was"),
        // a variant that only B has
        arguments(
            Altered.onlyPoints(run, p -> !p.variant().equals("cached")),
            run,
            CANNOT_TELL,
            "cached"),
        // a variant that only B has, and that is only measured
        arguments(
            Altered.onlyPoints(run, p -> !p.variant().equals("threads")),
            run,
            CANNOT_TELL,
            "measured on one side only"),
        // a signature that only B has
        arguments(run, Altered.moreSignatures(run), CANNOT_TELL, "another"),
        // contradicted in both
        arguments(unexpected, unexpected, CANNOT_TELL, "contradicts the lab"),
        // a fault that B was expected to show is not there
        arguments(run, Altered.first(run, "CONTRADICTED", "ABSENT", 5), CANNOT_TELL, "shared-name"),
        // undecided in B
        arguments(
            run, Altered.first(run, "INCONCLUSIVE", "UNKNOWN", 1), CANNOT_TELL, "shared-name"),
        // only in B, and something else is worse
        arguments(only17, contradicted, WORSE, "own-name"),
        // two versions against one of them and a new one
        arguments(run, Altered.joined(only25, new26), CANNOT_TELL, "nothing was observed there"),
        // a metric that B has not
        arguments(run, measuringLess, CANNOT_TELL, "on one side only"),
        // a metric of another unit
        arguments(run, Altered.unit(run, "ms"), CANNOT_TELL, "in another unit or direction"),
        // a metric of another direction
        arguments(run, lessIsBetter, CANNOT_TELL, "in another unit or direction"),
        // a fault alone, without its control
        arguments(run, faults, CANNOT_TELL, "but a verdict needs a control"),
        // what only A has
        arguments(run, only25, NOTHING_WORSE, "left out, with reasons: "));
  }

  @ParameterizedTest
  @MethodSource
  void everyComparisonHasItsVerdict(RunResult a, RunResult b, Answer verdict, String reason)
      throws IOException {
    UpgradeResult diff = compare(a, b);
    assertThat(diff.answer()).as(diff.sentence()).isEqualTo(verdict);
    assertThat(new MarkdownRenderer().render(new UpgradeReport(diff).document())).contains(reason);
  }

  /** The only control of the fault at either JDK shows it as well. */
  @Test
  void whatRestsOnAControlThatContradictsInEitherRunCannotBeTold() throws IOException {
    Predicate<Point> some = point -> !point.variant().equals("cached");
    RunResult sound = Altered.onlyPoints(SampleRun.asExpected(), some);
    RunResult broken = Altered.onlyPoints(SampleRun.contradicted(), some);
    assertThat(compare(broken, sound).answer()).isNotEqualTo(Answer.WORSE);
    assertThat(compare(sound, broken).answer()).isEqualTo(Answer.WORSE);
    assertThat(change(compare(sound, broken), "shared-name")).isEqualTo(Change.CANNOT_TELL);
    UpgradeResult both = compare(broken, broken);
    assertThat(both.answer()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(change(both, "shared-name")).isEqualTo(Change.CANNOT_TELL);
  }

  /** At jdk 17, which comes first. */
  private static Change change(UpgradeResult diff, String variant) {
    return diff.rows()
        .filter(row -> row.variant().equals(variant))
        .findFirst()
        .orElseThrow()
        .candidates()
        .get(0)
        .change();
  }

  @Test
  void anAxisOfOneOtherValueIsWhatIsCompared() throws IOException {
    RunResult run = SampleRun.asExpected();
    RunResult b = Altered.only(run, "jdk", "25");
    UpgradeResult diff = compare(Altered.only(run, "jdk", "17"), b);
    assertThat(comparison(Altered.only(run, "jdk", "17"), b).reservations(Map.of())).isEmpty();
    assertThat(diff.answer()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(diff.rows()).hasSize(3);
    assertThat(diff.upgrade().words()).isEqualTo("from jdk 17 to jdk 25");
    assertThat(diff.labs().get(0).differences())
        .anyMatch(d -> d.what().equals("ran: jdk") && d.before().contains("17.0.1") && d.asked());
  }

  @Test
  void oneVersionIsComparedWithAnotherWithinARun() throws IOException {
    RunResult run = SampleRun.asExpected();
    UpgradeResult same = compare(run, run, "jdk=17", "jdk=25");
    assertThat(same.answer()).as(same.sentence()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(same.rows()).hasSize(3);
    assertThat(compare(run, SampleRun.contradicted(), "jdk=17", "jdk=25").answer())
        .isEqualTo(Answer.WORSE);
  }

  @Test
  void aQuestionThatCannotBeAskedSaysWhatThereIs() {
    RunResult run = SampleRun.asExpected();
    assertThatThrownBy(() -> compare(run, run, "jdk=17", "jdk=26"))
        .isInstanceOf(BadQuestion.class)
        .hasMessage(
            "--to: run 20260102T030405Z-abcd has no point at jdk 26; it has jdk [17, 25],"
                + " coredns [1.12.0]");
    assertThatThrownBy(() -> compare(run, run, "kafka=1", "jdk=25"))
        .isInstanceOf(BadQuestion.class)
        .hasMessageStartingWith("--from: run");
    assertThatThrownBy(() -> compare(run, run, "jdk=17", "coredns=1.12.0"))
        .isInstanceOf(BadQuestion.class)
        .hasMessageContaining("name the axis on both sides");
  }

  @Test
  void whatIsNotComparableIsSaid() throws IOException {
    RunResult run = SampleRun.asExpected();
    assertThat(comparison(run, Altered.lab(run, "other")).reservations(Map.of())).hasSize(1);
    RunResult slower = Altered.parameter(run, "delay-ms", "20");
    String why = "--delay-ms is 10 in A and 20 in B";
    assertThat(comparison(run, slower).reservations(Map.of())).containsExactly(why);
    // The short form of a lab may have its own load, as long as it is the one that the lab
    // declares.
    List<Value> full = List.of(Value.of(20));
    List<Value> quick = List.of(Value.of(10));
    for (RunForm form : RunForm.values()) {
      assertThat(
              comparison(run, Altered.form(slower, form))
                  .reservations(Map.of("delay-ms", delay(full, quick))))
          .hasSize(form == RunForm.FULL ? 0 : 1);
      assertThat(
              comparison(run, Altered.form(slower, form))
                  .reservations(Map.of("delay-ms", delay(full, full))))
          .hasSize(1);
    }
    assertThat(comparison(run, Altered.parameter(run, "trials", "9")).reservations(Map.of()))
        .isEmpty();
    assertThat(
            comparison(run, Altered.provenance(run, "guests run with", "tcg"))
                .reservations(Map.of()))
        .containsExactly("guests of A ran with kvm, those of B with tcg");
    Pages pages = new Pages("../", Optional.empty(), Optional.empty());
    UpgradeReport report =
        new UpgradeReport(compare(run, slower), "results diff", List.of(why), pages);
    assertThat(new TerminalRenderer(new Screen(200, false)).render(report.document()))
        .contains(why);
    assertThat(new MarkdownRenderer().render(report.document())).contains(why);
    assertThat(new HtmlRenderer("").render(report.document())).contains(why);
  }

  private static Parameter delay(List<Value> full, List<Value> quick) {
    Parameter.Limits limits =
        new Parameter.Limits(Parameter.Use.ONE, Optional.empty(), Optional.empty(), List.of());
    return new Parameter("delay-ms", "delay-ms", "", full, quick, limits, Optional.empty());
  }

  @Test
  void factsAreJoinedByIdAlsoWithoutEvidence() throws IOException {
    RunResult run = SampleRun.asExpected();
    List<FactChange> renamed =
        facts(run, Altered.facts(run, fact -> fact.put("name", "other").put("value", 3)));
    assertThat(renamed).hasSize(12);
    assertThat(renamed.get(0).title()).isEqualTo("other");
    assertThat(renamed.get(0).after()).isEqualTo("3");
    RunResult others = Altered.facts(run, fact -> fact.put("id", "new").put("value", 1));
    assertThat(facts(run, others)).isEmpty();
  }

  private List<FactChange> facts(RunResult a, RunResult b) throws IOException {
    return compare(a, b).labs().get(0).facts();
  }

  @Test
  void capturesAreComparedWhereBothRunsHaveThem() throws IOException {
    RunResult run = SampleRun.asExpected();
    StoredRun.Finished a = stored("a", run);
    StoredRun.Finished b = stored("b", run);
    SampleEvidence.write(run, a.folder());
    assertThat(compare(a, b).leftOut()).anyMatch(out -> out.what().equals("captures"));
    SampleEvidence.write(run, b.folder());
    assertThat(compare(a, b).leftOut()).noneMatch(out -> out.what().equals("captures"));
    assertThat(compare(a, b).labs().get(0).facts()).isEmpty();
    for (int trial = 1; trial <= 5; trial++) {
      Files.copy(
          a.folder().resolve("evidence/own-name@jdk=17/" + trial + "/dns.pcap"),
          b.folder().resolve("evidence/shared-name@jdk=17/" + trial + "/dns.pcap"),
          StandardCopyOption.REPLACE_EXISTING);
    }
    assertThat(compare(a, b).labs().get(0).facts())
        .extracting(
            f -> f.place().variant() + " " + f.title() + ": " + f.before() + " " + f.after())
        .contains("shared-name dns.pcap: names looked up: 1 8");
  }

  private UpgradeResult compare(RunResult a, RunResult b) throws IOException {
    return compare(stored("a", a), stored("b", b));
  }

  private static UpgradeResult compare(StoredRun.Finished a, StoredRun.Finished b)
      throws IOException {
    return new RunComparison(a, b, Selector.any(), Selector.any()).compare(Optional.of(0.1));
  }

  private RunComparison comparison(RunResult a, RunResult b) {
    return new RunComparison(stored("a", a), stored("b", b), Selector.any(), Selector.any());
  }

  private UpgradeResult compare(RunResult a, RunResult b, String from, String to)
      throws IOException {
    return new RunComparison(
            stored("a", a), stored("b", b), Selector.parse(from), Selector.parse(to))
        .compare(Optional.of(0.1));
  }

  private StoredRun.Finished stored(String id, RunResult result) {
    return new StoredRun.Finished(result.lab(), id, folder.resolve(id), result, Optional.empty());
  }
}
