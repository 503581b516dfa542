package dev.faultlab.lesson;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.point.Selector;
import dev.faultlab.point.Value;
import dev.faultlab.result.ResultQuery;
import dev.faultlab.signature.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResultAnswersTest {
  private final ResultAnswers answers = new ResultAnswers(Samples.result());

  private MeasuredAnswer.Number to(Formula formula) {
    return (MeasuredAnswer.Number) answers.to(Samples.number(formula));
  }

  private static MeasuredAnswer cannot(String why) {
    return new MeasuredAnswer.CannotTell(why);
  }

  private static ResultQuery.OfOutcome outcome(Selector at) {
    return new ResultQuery.OfOutcome("queue", at);
  }

  private static Formula present() {
    return new Formula.Read(new ResultQuery.OfCount("queue", State.PRESENT, Selector.any()));
  }

  /** What the queue said at a point. */
  private static ResultQuery.OfFact said(int size, Optional<String> numbered) {
    return new ResultQuery.OfFact(
        Optional.of("queue"), "said", Samples.at("faulty", size), numbered);
  }

  @Test
  void aFactIsReadInEveryTrialAndSaysWhereItStands() {
    MeasuredAnswer.Number length = to(Samples.length("faulty", 1));
    assertThat(length.interval()).isEqualTo(new MeasuredAnswer.Interval(65, 64, 66, 3));
    assertThat(length.run()).contains("20261122T000000Z-0000");
    assertThat(length.places())
        .containsExactly(new MeasuredAnswer.Place("faulty-1", "in the queue", "q.pcap", "frame 7"));
  }

  @Test
  void aNumberIsReadOutOfAFactThatIsAText() {
    assertThat(to(new Formula.Read(said(10, Optional.of("l=(\\d+)")))).interval().value())
        .isEqualTo(640);
  }

  @Test
  void formulasCarryTheIntervalThrough() {
    Formula half =
        Samples.of(Formula.Operation.DIVIDE, Samples.length("faulty", 1), new Formula.Given(2));
    assertThat(to(half).interval()).isEqualTo(new MeasuredAnswer.Interval(32.5, 32, 33, 3));
  }

  @Test
  void anAnswerWithoutARunNamesNone() {
    MeasuredAnswer.Number scale =
        to(Samples.of(Formula.Operation.WINDOW_SCALE, new Formula.Given(6_291_456)));
    assertThat(scale.interval().value()).isEqualTo(7);
    assertThat(scale.run()).isEmpty();
  }

  @Test
  void linuxScalesAWindowOf102400ByOne() {
    assertThat(scale(new MeasuredAnswer.Interval(102_400, 65_535, 65_536, 0)).value()).isEqualTo(1);
    assertThat(scale(new MeasuredAnswer.Interval(0, 0, 1e12, 0)))
        .isEqualTo(new MeasuredAnswer.Interval(0, 0, 14, 0));
  }

  private static MeasuredAnswer.Interval scale(MeasuredAnswer.Interval window) {
    return Arithmetic.of(Formula.Operation.WINDOW_SCALE, List.of(window));
  }

  @Test
  void countsThePointsThatCameOutSo() {
    assertThat(to(present()).interval()).isEqualTo(new MeasuredAnswer.Interval(2, 2, 2, 9));
  }

  @Test
  void whereAPointIsInconclusiveNoneAreCounted() {
    assertThat(new ResultAnswers(Samples.result(State.UNKNOWN)).to(Samples.number(present())))
        .isEqualTo(cannot("queue is inconclusive at a point of any variant"));
  }

  /** A stack that does not come up leaves an outcome without observations. */
  @Test
  void whereNoTrialWasCarriedOutThereIsNoAnswer() {
    MeasuredAnswer none = cannot("no trial was carried out at faulty-1");
    ResultAnswers of = new ResultAnswers(Samples.withoutTrials());
    Question explained =
        Samples.explained(
            Map.of("long", new ExplanationFigure(Samples.length("faulty", 1), "requests", 2)));

    assertThat(of.to(Samples.number(Samples.length("faulty", 1)))).isEqualTo(none);
    assertThat(of.to(either(new AnswerCondition.FactMatches(said(1, Optional.empty()), "l="))))
        .isEqualTo(none);
    assertThat(
            of.to(
                either(new AnswerCondition.OutcomeIs(outcome(Samples.at("faulty", 1)), "present"))))
        .isEqualTo(cannot("queue is inconclusive at faulty at size=1"));
    assertThat(of.to(Samples.number(present()))).isInstanceOf(MeasuredAnswer.CannotTell.class);
    assertThat(of.filled(explained, List.of("It is {long} long."))).isEmpty();
    assertThat(of.to(Samples.number(Samples.length("faulty", 10))))
        .isInstanceOf(MeasuredAnswer.Number.class);
  }

  /** A choice between a condition and its contrary. */
  private static Question either(AnswerCondition condition) {
    return Samples.choice(condition, new AnswerCondition.Not(condition));
  }

  @Test
  void whatComesToNoNumberIsNoAnswer() {
    Formula healthy = Samples.length("healthy", 1);
    Formula none = Samples.of(Formula.Operation.SUBTRACT, healthy, healthy);
    Formula share = Samples.of(Formula.Operation.DIVIDE, Samples.length("faulty", 1), none);
    assertThat(answers.to(Samples.number(share)))
        .isEqualTo(
            cannot("what was measured comes to Infinity [Infinity, Infinity]; expected numbers"));
  }

  @Test
  void aMissingPartIsNamed() {
    Selector ten = Samples.at("faulty", 10);
    Selector one = Samples.at("faulty", 1);
    assertThat(answers.to(Samples.number(Samples.length("faulty", 7))))
        .isEqualTo(cannot("this run has no signature 'queue' at faulty at size=7"));
    assertThat(answers.to(read(new ResultQuery.OfMetric("wait", ten))))
        .isEqualTo(cannot("this run has no metric 'wait' at faulty at size=10"));
    assertThat(answers.to(read(new ResultQuery.OfEffect("wait", Samples.at("healthy", 1), one))))
        .isInstanceOf(MeasuredAnswer.CannotTell.class);
  }

  private static Question read(ResultQuery query) {
    return Samples.number(new Formula.Read(query));
  }

  @Test
  void theOptionThatHoldsIsTheAnswer() {
    assertThat(((MeasuredAnswer.Chosen) chosen("present", "absent short")).option()).isEqualTo("a");
    assertThat(((MeasuredAnswer.Chosen) chosen("present longer", "present long")).option())
        .isEqualTo("b");
  }

  @Test
  void noOptionAndTwoOptionsAreNoAnswer() {
    assertThat(chosen("absent", "present longer"))
        .isEqualTo(new MeasuredAnswer.CannotTell("none of the options holds"));
    assertThat(chosen("present", "present long"))
        .isEqualTo(new MeasuredAnswer.CannotTell("more than one holds: [a, b]"));
  }

  private MeasuredAnswer chosen(String a, String b) {
    ResultQuery.OfOutcome outcome = outcome(Samples.at("faulty", 1));
    return answers.to(
        Samples.choice(
            new AnswerCondition.OutcomeIs(outcome, a), new AnswerCondition.OutcomeIs(outcome, b)));
  }

  @Test
  void pointsThatDifferGiveNoOutcome() {
    AnswerCondition everywhere = new AnswerCondition.OutcomeIs(outcome(Selector.any()), "present");
    assertThat(answers.to(Samples.choice(everywhere)))
        .isInstanceOf(MeasuredAnswer.CannotTell.class);
  }

  @Test
  void theWholeIntervalHasToLieBetween() {
    AnswerCondition between = new AnswerCondition.Between(Samples.length("faulty", 1), 64, 67);
    AnswerCondition narrow = new AnswerCondition.Between(Samples.length("faulty", 1), 65, 67);
    assertThat(new Evaluation(Samples.result()).holds(between)).isTrue();
    assertThat(new Evaluation(Samples.result()).holds(narrow)).isFalse();
    assertThat(new Evaluation(Samples.result()).holds(new AnswerCondition.Not(between))).isFalse();
    assertThat(
            new Evaluation(Samples.result())
                .holds(new AnswerCondition.All(List.of(between, narrow))))
        .isFalse();
  }

  @Test
  void fewTrialsTellNothingApart() {
    ResultQuery.OfEffect effect = Samples.slowdown("faulty");
    assertThat(
            answers.to(
                Samples.choice(
                    new AnswerCondition.Distinguishable(effect, true),
                    new AnswerCondition.Distinguishable(effect, false))))
        .isEqualTo(cannot("1 trials a side tell nothing apart, expected at least 5"));
  }

  @Test
  void ordersByTheMedian() {
    List<AnswerForm.Item> items =
        List.of(
            new AnswerForm.Item("ten", Samples.length("faulty", 10)),
            new AnswerForm.Item("healthy", Samples.length("healthy", 1)),
            new AnswerForm.Item("one", Samples.length("faulty", 1)));
    MeasuredAnswer ordered = answers.to(Samples.asked(new AnswerForm.Order("requests", items)));
    assertThat(((MeasuredAnswer.Ordered) ordered).items()).containsExactly("healthy", "one", "ten");
  }

  @Test
  void aCurveHasAPointForEachValue() {
    AnswerForm.Measure measure =
        new AnswerForm.Measure("requests", AnswerForm.Scale.LOG, 1, 1000, 1.5, 3);
    List<AnswerForm.Spot> spots =
        List.of(
            new AnswerForm.Spot(Value.of(1), Samples.length("faulty", 1)),
            new AnswerForm.Spot(Value.of(10), Samples.length("faulty", 10)));
    MeasuredAnswer curve = answers.to(Samples.asked(new AnswerForm.Curve("size", measure, spots)));
    assertThat(((MeasuredAnswer.Curve) curve).spots())
        .extracting(spot -> spot.y().value())
        .containsExactly(65.0, 640.0);
  }
}
