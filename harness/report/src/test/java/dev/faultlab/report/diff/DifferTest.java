package dev.faultlab.report.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.faultlab.compare.Answer;
import dev.faultlab.compare.BadQuestion;
import dev.faultlab.compare.Change;
import dev.faultlab.compare.Change.Bearing;
import dev.faultlab.compare.FigureChange;
import dev.faultlab.diff.Comparison;
import dev.faultlab.diff.Comparison.Metrics;
import dev.faultlab.diff.DiffLine;
import dev.faultlab.diff.Differ;
import dev.faultlab.diff.RunDiff;
import dev.faultlab.diff.RunDiff.MetricChange;
import dev.faultlab.diff.RunDiff.SignatureChange;
import dev.faultlab.effect.Measurement;
import dev.faultlab.fact.Fact;
import dev.faultlab.point.Point;
import dev.faultlab.point.Selector;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.report.document.Screen;
import dev.faultlab.report.document.TerminalRenderer;
import dev.faultlab.report.page.SampleEvidence;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.SampleRun;
import dev.faultlab.result.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DifferTest {
  private static final Differ DIFFER = new Differ(Comparison.usual(0.1));

  @TempDir Path folder;

  @Test
  void aRunAgainstItselfChangedNothing() throws IOException {
    RunDiff diff = compare(SampleRun.asExpected(), SampleRun.asExpected());
    assertThat(diff.verdict()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(diff.signatures()).hasSize(6).noneMatch(s -> s.change().bearing() != Bearing.FINE);
    assertThat(diff.metrics()).isNotEmpty().allMatch(m -> m.change() == Change.SAME);
    assertThat(diff.context().conditions()).isEmpty();
  }

  @Test
  void aDifferenceWithinTheThresholdIsNone() throws IOException {
    RunResult before = SampleRun.asExpected();
    RunDiff diff = compare(before, Altered.scaled(before, 0.95));
    assertThat(diff.verdict()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(diff.metrics()).anyMatch(m -> m.effect().p() < 0.01 && m.change() == Change.SAME);
    StoredRun.Finished a = stored("a", before);
    StoredRun.Finished b = stored("b", Altered.scaled(before, 0.95));
    assertThat(new Differ(Comparison.usual(0.01)).compare(a, b).verdict()).isEqualTo(Answer.WORSE);
  }

  /** A quick run against a quick run: signatures answer, metrics are a note unless asked for. */
  @Test
  void tooFewTrialsOfAMetricAreANoteUnlessItIsAskedFor() throws IOException {
    RunResult few = Altered.firstTrials(SampleRun.asExpected(), 4);
    RunResult half = Altered.scaled(few, 0.5);
    RunDiff usual = compare(few, half);
    assertThat(usual.verdict()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(usual.reasons().get(0))
        .isEqualTo(
            "6 signatures compared, none worse, 0 better; no metric decides, 14 shown that do not"
                + " decide");
    assertThat(usual.context().notes())
        .contains("14 of 14 metrics have fewer than 5 trials on a side, so they do not decide");
    RunDiff asked = compare(few, half, Metrics.REQUIRED);
    assertThat(asked.verdict()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(asked.reasons().get(0))
        .isEqualTo("--require-metrics: 14 of 14 metrics cannot decide");
    assertThat(compare(few, Altered.keep(few, p -> true), Metrics.REQUIRED).verdict())
        .isEqualTo(Answer.CANNOT_TELL);
    RunResult full = SampleRun.asExpected();
    assertThat(compare(full, full, Metrics.REQUIRED).verdict()).isEqualTo(Answer.NOTHING_WORSE);
  }

  /** Sentence and table come from the same rows. */
  @Test
  void metricsThatDoNotDecideAreNeverWorseBesideNoneWorse() throws IOException {
    RunResult before = SampleRun.asExpected();
    RunResult half = Altered.scaled(before, 0.5);
    RunDiff shown = compare(before, half, Metrics.SHOWN);
    assertThat(shown.verdict()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(shown.reasons().get(0)).contains("no metric decides, 14 shown that do not decide");
    assertThat(shown.metrics()).hasSize(14).noneMatch(MetricChange::decides);
    assertThat(shown.metrics()).allMatch(m -> m.shown().equals("(worse)"));
    RunDiff deciding = compare(before, half);
    assertThat(deciding.metrics()).allMatch(m -> m.shown().equals("WORSE"));
    assertThat(deciding.reasons()).hasSize(14);
  }

  @ParameterizedTest
  @CsvSource({"cpu,Other CPU", "cores,4", "kernel,6.12", "memory,8000000 kB"})
  void metricsOfTwoMachinesAreShownAndDoNotDecide(String what, String other) throws IOException {
    RunResult before = SampleRun.asExpected();
    RunResult after = Altered.provenance(Altered.scaled(before, 0.5), what, other);
    RunDiff diff = compare(before, after);
    assertThat(diff.verdict()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(diff.metrics()).hasSize(14).noneMatch(MetricChange::decides);
    assertThat(diff.context().notes())
        .contains(
            "metrics are shown but do not decide: they were measured on two classes of machine ("
                + what
                + " differ)");
    assertThat(compare(before, after, Metrics.REQUIRED).verdict()).isEqualTo(Answer.CANNOT_TELL);
  }

  @Test
  void metricsOfAShortRunAreShownAndDoNotDecide() throws IOException {
    RunResult before = SampleRun.ofASharedMachine();
    RunResult after = Altered.scaled(before, 0.5);
    RunDiff diff = compare(before, after);
    assertThat(diff.verdict()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(diff.metrics()).hasSize(14).noneMatch(MetricChange::decides);
    assertThat(diff.context().notes())
        .contains(
            "metrics are shown but do not decide: trials of a short run have others next to them, or follow each other closely");
    assertThat(compare(before, after, Metrics.REQUIRED).verdict()).isEqualTo(Answer.CANNOT_TELL);
  }

  /** What B alone has, or what is contradicted or inconclusive there, never ends in 0. */
  static Stream<Arguments> everyComparisonHasItsVerdict() {
    RunResult run = SampleRun.asExpected();
    RunResult only25 = Altered.only(run, "jdk", "25");
    RunResult only17 = Altered.only(run, "jdk", "17");
    RunResult new26 = Altered.moved(only25, "jdk", "26");
    RunResult lessIsBetter = Altered.lowerIsBetter(run);
    return Stream.of(
        arguments(
            "a fault appears",
            run,
            SampleRun.contradicted(),
            Answer.WORSE,
            "own-name@jdk=17, serialised-lookups: absent 5/5 (concurrent), now present 5/5"
                + " (serialised)"),
        arguments("a fault goes", SampleRun.contradicted(), run, Answer.NOTHING_WORSE, "2 better"),
        arguments("half as fast", run, Altered.scaled(run, 0.5), Answer.WORSE, "0.5x"),
        arguments("twice as fast", run, Altered.scaled(run, 2), Answer.NOTHING_WORSE, "14 better"),
        arguments(
            "twice as much, and less is better",
            lessIsBetter,
            Altered.scaled(lessIsBetter, 2),
            Answer.WORSE,
            "2x"),
        arguments(
            "half as fast, with a little less memory",
            run,
            Altered.provenance(Altered.scaled(run, 0.5), "memory", "24680000 kB"),
            Answer.WORSE,
            "0.5x"),
        arguments(
            "a delay out of tolerance, however much changed",
            Altered.scaled(run, 2),
            SampleRun.inconclusive(),
            Answer.CANNOT_TELL,
            "B: delay of stack a: 14.2 ms, 10 set, more than 20 % off"),
        arguments(
            "another Kafka, and a fault appears",
            Altered.moved(run, "kafka", "3.9.2"),
            Altered.moved(SampleRun.contradicted(), "kafka", "4.3.1"),
            Answer.WORSE,
            "own-name, jdk 17, kafka 3.9.2->4.3.1, serialised-lookups: absent 5/5 (concurrent),"
                + " now present 5/5 (serialised)"),
        arguments(
            "a version that only B has",
            Altered.only(run, "jdk", "17"),
            run,
            Answer.CANNOT_TELL,
            "shared-name@jdk=25, serialised-lookups: present 5/5 (serialised), only in B"),
        arguments(
            "a variant that only B has",
            Altered.keep(run, p -> !p.variant().equals("cached")),
            run,
            Answer.CANNOT_TELL,
            "cached@jdk=17, serialised-lookups: absent 5/5 (cached), only in B"),
        arguments(
            "a variant that only B has, and that is only measured",
            Altered.keep(run, p -> !p.variant().equals("threads")),
            run,
            Answer.CANNOT_TELL,
            "threads@jdk=25: measured only in B"),
        arguments(
            "a signature that only B has",
            run,
            Altered.moreSignatures(run),
            Answer.CANNOT_TELL,
            "shared-name@jdk=17, another: present 5/5 (serialised), only in B"),
        arguments(
            "contradicted in both",
            Altered.unexpected(run),
            Altered.unexpected(run),
            Answer.CANNOT_TELL,
            "shared-name@jdk=17, serialised-lookups: present 5/5 (serialised), now present 5/5"
                + " (serialised), contradicted in B"),
        arguments(
            "a fault that B was expected to show is not there",
            run,
            Altered.gone(run),
            Answer.CANNOT_TELL,
            "shared-name@jdk=17, serialised-lookups: present 5/5 (serialised), now absent 5/5"
                + " (serialised), contradicted in B"),
        arguments(
            "undecided in B",
            run,
            Altered.unknown(run),
            Answer.CANNOT_TELL,
            "shared-name@jdk=17, serialised-lookups: present 5/5 (serialised), now present 4/5,"
                + " inconclusive 1/5 (serialised)"),
        arguments(
            "only in B, and something else is worse",
            only17,
            SampleRun.contradicted(),
            Answer.WORSE,
            "own-name@jdk=17, serialised-lookups: absent 5/5 (concurrent), now present 5/5"
                + " (serialised)"),
        arguments(
            "two versions against one of them and a new one",
            run,
            Altered.joined(only25, new26),
            Answer.CANNOT_TELL,
            "shared-name, jdk 26, coredns 1.12.0, serialised-lookups: present 5/5 (serialised),"
                + " only in B"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void everyComparisonHasItsVerdict(
      String what, RunResult a, RunResult b, Answer verdict, String reason) throws IOException {
    RunDiff diff = compare(a, b);
    assertThat(diff.verdict()).isEqualTo(verdict);
    assertThat(diff.reasons()).anyMatch(found -> found.contains(reason));
  }

  @Test
  void aFaultAloneWithoutItsControlIsNoAllClear() throws IOException {
    RunResult before = SampleRun.asExpected();
    RunResult faults = Altered.keep(before, p -> p.variant().equals("shared-name"));
    String missing =
        "B: serialised-lookups at shared-name@jdk=17: nothing there expects absent, but a verdict needs a control; add a variant that expects absent at jdk 17, coredns 1.12.0";
    RunDiff diff = compare(before, faults);
    assertThat(diff.verdict()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(diff.reasons()).contains(missing);
    assertThat(compare(before, Altered.scaled(faults, 0.5)).verdict()).isEqualTo(Answer.WORSE);
    List<Point> controls = List.of(SampleRun.point("own-name", 17), SampleRun.point("cached", 17));
    RunResult imperfect = Altered.keep(before, p -> !controls.contains(p));
    assertThat(compare(before, Altered.unknown(faults)).reasons()).contains(missing);
    assertThat(compare(imperfect, imperfect, "jdk=25", "jdk=17").reasons()).contains(missing);
    assertThat(compare(imperfect, imperfect, "jdk=25", "jdk=25").reasons())
        .noneMatch(reason -> reason.startsWith("B: "));
  }

  /** The only control of the fault at either JDK shows it as well. */
  @Test
  void whatRestsOnAControlThatContradictsInEitherRunCannotBeTold() throws IOException {
    Predicate<Point> some = point -> !point.variant().equals("cached");
    RunResult sound = Altered.keep(SampleRun.asExpected(), some);
    RunResult broken = Altered.keep(SampleRun.contradicted(), some);
    RunDiff first = compare(broken, sound);
    assertThat(first.verdict()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(first.reasons())
        .contains(
            "shared-name@jdk=17, serialised-lookups: present 5/5 (serialised), now present 5/5"
                + " (serialised); in A its control own-name@jdk=17 contradicts the lab:"
                + " expected absent (concurrent), found present (serialised): 8 lookups of 8 names"
                + " outstanding at once");
    assertThat(change(first, "own-name@jdk=17")).isEqualTo(Change.GONE);
    RunDiff second = compare(sound, broken);
    assertThat(second.verdict()).isEqualTo(Answer.WORSE);
    assertThat(change(second, "shared-name@jdk=17")).isEqualTo(Change.CANNOT_TELL);
    RunDiff both = compare(broken, broken);
    assertThat(both.verdict()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(change(both, "shared-name@jdk=17")).isEqualTo(Change.CANNOT_TELL);
    for (String text :
        List.of(
            new TerminalRenderer(new Screen(400, false)).render(DiffReport.of(first)),
            new MarkdownRenderer().render(DiffReport.of(first)),
            DiffLine.of(first))) {
      assertThat(text).contains("in A its control own-name@jdk=17");
    }
  }

  @Test
  void aControlThatContradictsInBothRunsIsEnoughAndOneThatChangedIsNot() throws IOException {
    RunDiff changed = compare(SampleRun.contradicted(), SampleRun.asExpected());
    assertThat(change(changed, "shared-name@jdk=17")).isEqualTo(Change.STILL_THERE);
    RunDiff both = compare(SampleRun.contradicted(), SampleRun.contradicted());
    assertThat(change(both, "shared-name@jdk=17")).isEqualTo(Change.CANNOT_TELL);
    assertThat(both.verdict()).isEqualTo(Answer.CANNOT_TELL);
  }

  private static Change change(RunDiff diff, String point) {
    return diff.signatures().stream()
        .filter(s -> s.point().equals(point))
        .findFirst()
        .orElseThrow()
        .change();
  }

  @Test
  void whatAHasMeasuredAndBHasNotLeavesItOpen() throws IOException {
    RunResult run = SampleRun.asExpected();
    RunResult less = Altered.measuring(run, m -> !m.point().variant().equals("cached"));
    String lost = "cached@jdk=17, lookups-per-second, threads 8: measured in A, not in B";
    RunDiff diff = compare(run, less);
    assertThat(diff.verdict()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(diff.reasons()).contains(lost);
    assertThat(compare(run, less, Metrics.REQUIRED).verdict()).isEqualTo(Answer.CANNOT_TELL);
    RunDiff shown = compare(run, less, Metrics.SHOWN);
    assertThat(shown.verdict()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(shown.context().notes()).contains(lost);
  }

  @Test
  void aMetricOfAnotherUnitOrDirectionIsAnotherMetric() throws IOException {
    RunResult run = SampleRun.asExpected();
    RunDiff unit = compare(run, Altered.unit(run, "ms"));
    assertThat(unit.verdict()).isEqualTo(Answer.CANNOT_TELL);
    assertThat(unit.metrics()).isEmpty();
    assertThat(unit.reasons())
        .contains(
            "cached@jdk=17, lookups-per-second, threads 8: in 1/s, more is better, in A, in ms,"
                + " more is better, in B");
    RunDiff direction = compare(run, Altered.lowerIsBetter(run), Metrics.SHOWN);
    assertThat(direction.verdict()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(direction.metrics()).isEmpty();
    assertThat(direction.context().notes())
        .anyMatch(note -> note.endsWith("in 1/s, less is better, in B"));
  }

  @Test
  void shardsOnTwoClassesOfMachineDoNotDecideAgainstEachOther() throws IOException {
    RunResult merged = Altered.merged(SampleRun.asExpected());
    RunResult slower = Altered.scaledOn(merged, "jdk", "25", 0.5);
    RunDiff across = compare(slower, slower, "jdk=17", "jdk=25");
    assertThat(across.verdict()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(across.metrics()).hasSize(7).noneMatch(MetricChange::decides);
    assertThat(across.context().notes())
        .anyMatch(note -> note.startsWith("7 of 7 metrics are shown but do not decide: a merged"));
    RunDiff within = compare(merged, slower);
    assertThat(within.metrics()).allMatch(MetricChange::decides);
    assertThat(within.verdict()).isEqualTo(Answer.WORSE);
  }

  @Test
  void whatAAloneHasIsANote() throws IOException {
    RunDiff diff =
        compare(SampleRun.asExpected(), Altered.only(SampleRun.asExpected(), "jdk", "25"));
    assertThat(diff.verdict()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(diff.context().notes())
        .anyMatch(n -> n.startsWith("only in A: shared-name@jdk=17, own-"));
    assertThat(diff.signatures()).hasSize(3);
  }

  @Test
  void anAxisOfOneOtherValueIsWhatIsCompared() throws IOException {
    RunResult run = SampleRun.asExpected();
    RunDiff diff = compare(Altered.only(run, "jdk", "17"), Altered.only(run, "jdk", "25"));
    assertThat(diff.context().reservations()).isEmpty();
    assertThat(diff.verdict()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(diff.signatures())
        .extracting(SignatureChange::point)
        .containsExactly("shared-name, jdk 17->25", "own-name, jdk 17->25", "cached, jdk 17->25");
    assertThat(diff.runs().question()).isEqualTo("from jdk 17 to jdk 25");
    assertThat(compare(run, run).runs().question()).isEqualTo("one run against another");
    assertThat(diff.metrics()).extracting(MetricChange::point).contains("threads, jdk 17->25");
    assertThat(diff.context().conditions())
        .contains(
            new RunDiff.Condition(
                "ran: jdk",
                "openjdk version \"17.0.1\" | Temurin",
                "openjdk version \"25.0.1\" | Temurin"));
  }

  @Test
  void oneVersionIsComparedWithAnotherWithinARun() throws IOException {
    RunDiff same = compare(SampleRun.asExpected(), SampleRun.asExpected(), "jdk=17", "jdk=25");
    assertThat(same.verdict()).isEqualTo(Answer.NOTHING_WORSE);
    assertThat(same.signatures()).hasSize(3);
    RunDiff worse = compare(SampleRun.asExpected(), SampleRun.contradicted(), "jdk=17", "jdk=25");
    assertThat(worse.verdict()).isEqualTo(Answer.WORSE);
    assertThat(worse.reasons().get(0)).startsWith("own-name, jdk 17->25, serialised-lookups");
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
    assertThat(DIFFER.reservations(run, Altered.lab(run, "other"))).hasSize(1);
    assertThat(DIFFER.reservations(run, Altered.parameter(run, "delay-ms", "20")))
        .containsExactly("--delay-ms is 10 in A and 20 in B");
    assertThat(DIFFER.reservations(run, Altered.parameter(run, "trials", "9"))).isEmpty();
    assertThat(DIFFER.reservations(run, Altered.provenance(run, "guests run with", "tcg")))
        .containsExactly("guests of A ran with kvm, those of B with tcg");
    assertThat(DIFFER.reservations(run, Altered.provenance(run, "note", "tcg, emulated")))
        .isEmpty();
    assertThat(DIFFER.reservations(run, Altered.provenance(run, "kernel", "6.12"))).isEmpty();
    RunDiff forced = compare(run, Altered.parameter(run, "delay-ms", "20"));
    assertThat(forced.context().reservations()).hasSize(1);
  }

  @Test
  void factsAreJoinedByIdAlsoWithoutEvidence() throws IOException {
    RunResult run = SampleRun.asExpected();
    assertThat(compare(run, run).facts()).hasSize(12).noneMatch(FigureChange::changed);
    RunDiff renamed = compare(run, Altered.facts(run, f -> fact(f.id(), "other words", 3L)));
    assertThat(renamed.facts()).hasSize(12).allMatch(FigureChange::changed);
    assertThat(renamed.facts().get(0).figure()).isEqualTo("serialised-lookups: other words");
    assertThat(renamed.facts().get(0).after()).isEqualTo("3");
    assertThat(compare(run, Altered.facts(run, f -> fact("new", f.name(), 1L))).facts()).isEmpty();
  }

  private static Fact<?> fact(String id, String name, Object value) {
    return new Fact<>(id, name, "1", value, "a.json", "/x");
  }

  @Test
  void capturesAreComparedWhereBothRunsHaveThem() throws IOException {
    RunResult run = SampleRun.asExpected();
    StoredRun.Finished a = stored("a", run);
    StoredRun.Finished b = stored("b", run);
    SampleEvidence.write(run, a.folder());
    assertThat(DIFFER.compare(a, b).context().notes())
        .singleElement()
        .asString()
        .contains("evidence");
    SampleEvidence.write(run, b.folder());
    List<FigureChange> same = DIFFER.compare(a, b).captures();
    assertThat(same).isNotEmpty().noneMatch(FigureChange::changed);
    assertThat(same)
        .extracting(FigureChange::figure)
        .contains(
            "dns.pcap: most lookups of one name in flight",
            "tcp.pcap: SYN-ACK window scale",
            "tcp.pcap: server's first raw window",
            "tcp.pcap: client's rounds");

    for (int trial = 1; trial <= 5; trial++) {
      Files.copy(
          a.folder().resolve("evidence/own-name@jdk=17/" + trial + "/dns.pcap"),
          b.folder().resolve("evidence/shared-name@jdk=17/" + trial + "/dns.pcap"),
          java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
    assertThat(DIFFER.compare(a, b).captures())
        .filteredOn(FigureChange::changed)
        .extracting(c -> c.point() + " " + c.figure() + ": " + c.before() + " -> " + c.after())
        .contains("shared-name@jdk=17 dns.pcap: names looked up: 1 -> 8");
  }

  private RunDiff compare(RunResult a, RunResult b) throws IOException {
    return DIFFER.compare(stored("a", a), stored("b", b));
  }

  private RunDiff compare(RunResult a, RunResult b, Metrics metrics) throws IOException {
    Comparison question = new Comparison(0.1, metrics, Selector.any(), Selector.any());
    return new Differ(question).compare(stored("a", a), stored("b", b));
  }

  private RunDiff compare(RunResult a, RunResult b, String from, String to) throws IOException {
    Comparison question =
        new Comparison(0.1, Metrics.DECIDE, Selector.parse(from), Selector.parse(to));
    return new Differ(question).compare(stored("a", a), stored("b", b));
  }

  private StoredRun.Finished stored(String id, RunResult result) {
    return new StoredRun.Finished(result.lab(), id, folder.resolve(id), result);
  }

  /** Measurements can be told apart by their median. */
  @Test
  void medianAndIntervalsOfBothSidesAreShown() throws IOException {
    RunResult before = SampleRun.asExpected();
    Measurement first = before.measurements().get(0);
    MetricChange change = compare(before, Altered.scaled(before, 0.5)).metrics().get(0);
    assertThat(change.before().estimate()).isEqualTo(first.estimate());
    assertThat(change.after().estimate().median()).isEqualTo(first.estimate().median() / 2);
    assertThat(change.effect().ratio().orElseThrow().median()).isEqualTo(0.5);
  }
}
