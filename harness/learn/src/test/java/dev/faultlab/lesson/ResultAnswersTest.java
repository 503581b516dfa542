package dev.faultlab.lesson;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.seen.State;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultAnswersTest {
  private final ResultAnswers answers = new ResultAnswers(Samples.result());

  private static MeasuredAnswer cannot(String why) {
    return new MeasuredAnswer.CannotTell(why);
  }

  private static final String PRESENT = "{count: present, of: queue, at: {}}";

  /** A fact is read in every trial, and the intervals are carried through formulas. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {fact: length, of: queue, at: {variant: faulty, size: 1}}                             | 65 | 64 | 66 | 3
          {divide: [{fact: length, of: queue, at: {variant: faulty, size: 1}}, 2]}              | 32.5 | 32 | 33 | 3
          {window-scale: [6291456]}                                                             | 7 | 7 | 7 | 0
          {count: present, of: queue, at: {}}                                                   | 2 | 2 | 2 | 9
          """)
  void aNumberHasItsIntervalAndItsTrials(
      String formula, double value, double low, double high, int n) {
    MeasuredAnswer.Found number = (MeasuredAnswer.Found) answers.to(Samples.number(formula));
    assertThat(number.values()).containsExactly(new MeasuredAnswer.Interval(value, low, high, n));
    assertThat(number.places().isEmpty()).as("follows from a rule").isEqualTo(n == 0);
  }

  @Test
  void aFactSaysWhereItStands() {
    assertThat(answers.to(Samples.number(Samples.length("faulty", 1))).places())
        .containsExactly(new MeasuredAnswer.Place("faulty-1", "in the queue", "q.pcap", "frame 7"));
  }

  @Test
  void linuxScalesAWindowOf102400ByOne() {
    assertThat(scale(new MeasuredAnswer.Interval(102_400, 65_535, 65_536, 0)).value()).isEqualTo(1);
    assertThat(scale(new MeasuredAnswer.Interval(0, 0, 1e12, 0)))
        .isEqualTo(new MeasuredAnswer.Interval(0, 0, 14, 0));
  }

  private static MeasuredAnswer.Interval scale(MeasuredAnswer.Interval window) {
    return Arithmetic.of("window-scale", List.of(window));
  }

  @Test
  void whereAPointIsInconclusiveNoneAreCounted() {
    assertThat(new ResultAnswers(Samples.result(State.UNKNOWN)).to(Samples.number(PRESENT)))
        .isEqualTo(cannot("queue is inconclusive at a point of any variant"));
  }

  /** A stack that does not come up leaves an outcome without observations. */
  @Test
  void whereNoTrialWasCarriedOutThereIsNoAnswer() {
    MeasuredAnswer none = cannot("no trial was carried out at faulty-1");
    ResultAnswers answers = new ResultAnswers(Samples.withoutTrials());
    Question explained = Samples.explained(Samples.length("faulty", 1));

    assertThat(answers.to(Samples.number(Samples.length("faulty", 1)))).isEqualTo(none);
    assertThat(answers.to(either("{fact: said, says: l=, at: {variant: faulty, size: 1}}")))
        .isEqualTo(none);
    assertThat(answers.to(either("{outcome: present, at: {variant: faulty, size: 1}}")))
        .isEqualTo(cannot("queue is inconclusive at faulty at size=1"));
    assertThat(answers.to(Samples.number(PRESENT))).isInstanceOf(MeasuredAnswer.CannotTell.class);
    assertThat(answers.fillIn(explained, List.of("It is {long} long."))).isEmpty();
    assertThat(answers.to(Samples.number(Samples.length("faulty", 10))))
        .isInstanceOf(MeasuredAnswer.Found.class);
  }

  /** A choice between a condition and its contrary. */
  private static Question either(String condition) {
    return Samples.choice(condition, "{not: " + condition + "}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {divide: [1, {subtract: [2, 2]}]}                   | what was measured comes to Infinity [Infinity, Infinity]; expected numbers
          {fact: length, of: queue, at: {variant: faulty, size: 7}} | this run has no signature 'queue' at faulty at size=7
          {metric: wait, at: {variant: faulty, size: 10}}     | this run has no metric 'wait' at faulty at size=10
          {effect: wait, fault: {variant: healthy}, control: {variant: faulty}} | this run has no effect on 'wait' of healthy against faulty
          """)
  void whatIsMissingOrNoNumberIsNamed(String formula, String why) {
    assertThat(answers.to(Samples.number(formula))).isEqualTo(cannot(why));
  }

  @Test
  void theOptionThatHoldsIsTheAnswer() {
    assertThat(option(chosen("present", "absent short"))).isEqualTo("a");
    assertThat(option(chosen("present longer", "present long"))).isEqualTo("b");
  }

  @Test
  void noOptionAndTwoOptionsAreNoAnswer() {
    assertThat(chosen("absent", "present longer"))
        .isEqualTo(new MeasuredAnswer.CannotTell("none of the options holds"));
    assertThat(chosen("present", "present long"))
        .isEqualTo(new MeasuredAnswer.CannotTell("more than one holds: [a, b]"));
  }

  private MeasuredAnswer chosen(String a, String b) {
    String outcome = "{outcome: %s, at: {variant: faulty, size: 1}}";
    return answers.to(Samples.choice(outcome.formatted(a), outcome.formatted(b)));
  }

  @Test
  void pointsThatDifferGiveNoOutcome() {
    assertThat(answers.to(Samples.choice("{outcome: present}")))
        .isInstanceOf(MeasuredAnswer.CannotTell.class);
  }

  @Test
  void theWholeIntervalHasToLieBetween() {
    String between = "{least: 64, below: 67, number: %s}".formatted(Samples.length("faulty", 1));
    String narrow = "{least: 65, below: 67, number: %s}".formatted(Samples.length("faulty", 1));
    assertThat(option(between, "{not: " + between + "}")).isEqualTo("a");
    assertThat(option(narrow, "{not: " + narrow + "}")).isEqualTo("b");
    String both = "{all: [%s, %s]}".formatted(between, narrow);
    assertThat(option(both, between)).isEqualTo("b");
  }

  private String option(String... when) {
    return option(answers.to(Samples.choice(when)));
  }

  private static String option(MeasuredAnswer chosen) {
    return String.join(", ", ((MeasuredAnswer.Found) chosen).items());
  }

  @Test
  void fewTrialsTellNothingApart() {
    assertThat(
            answers.to(
                Samples.choice(
                    "{told: true, " + Samples.SLOWDOWN + "}",
                    "{told: false, " + Samples.SLOWDOWN + "}")))
        .isEqualTo(cannot("1 trials a side tell nothing apart, expected at least 5"));
  }

  @Test
  void ordersByTheMedian() {
    String items =
        "{ten: %s, healthy: %s, one: %s}"
            .formatted(
                Samples.length("faulty", 10),
                Samples.length("healthy", 1),
                Samples.length("faulty", 1));
    MeasuredAnswer ordered =
        answers.to(Samples.question("{order: {unit: requests, items: " + items + "}}"));
    assertThat(((MeasuredAnswer.Found) ordered).items()).containsExactly("healthy", "one", "ten");
  }

  @Test
  void aCurveHasAPointForEachValue() {
    String spots =
        "{1: %s, 10: %s}".formatted(Samples.length("faulty", 1), Samples.length("faulty", 10));
    MeasuredAnswer curve = answers.to(Samples.question(Samples.curve(spots)));
    assertThat(((MeasuredAnswer.Found) curve).values())
        .extracting(MeasuredAnswer.Interval::value)
        .containsExactly(65.0, 640.0);
  }
}
