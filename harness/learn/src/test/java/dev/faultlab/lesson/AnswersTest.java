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

class AnswersTest {
  private final Answers answers = new Answers(Samples.result());

  private Measured.Number to(Formula formula) {
    return (Measured.Number) answers.to(Samples.number(formula));
  }

  private static Measured cannot(String why) {
    return new Measured.CannotTell(why);
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
    Measured.Number length = to(Samples.length("faulty", 1));
    assertThat(length.interval()).isEqualTo(new Measured.Interval(65, 64, 66, 3));
    assertThat(length.run()).contains("20261122T000000Z-0000");
    assertThat(length.places())
        .containsExactly(new Measured.Place("faulty-1", "in the queue", "q.pcap", "frame 7"));
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
    assertThat(to(half).interval()).isEqualTo(new Measured.Interval(32.5, 32, 33, 3));
  }

  @Test
  void anAnswerWithoutARunNamesNone() {
    Measured.Number scale =
        to(Samples.of(Formula.Operation.WINDOW_SCALE, new Formula.Given(6_291_456)));
    assertThat(scale.interval().value()).isEqualTo(7);
    assertThat(scale.run()).isEmpty();
  }

  @Test
  void linuxScalesAWindowOf102400ByOne() {
    assertThat(scale(new Measured.Interval(102_400, 65_535, 65_536, 0)).value()).isEqualTo(1);
    assertThat(scale(new Measured.Interval(0, 0, 1e12, 0)))
        .isEqualTo(new Measured.Interval(0, 0, 14, 0));
  }

  private static Measured.Interval scale(Measured.Interval window) {
    return Arithmetic.of(Formula.Operation.WINDOW_SCALE, List.of(window));
  }

  @Test
  void countsThePointsThatCameOutSo() {
    assertThat(to(present()).interval()).isEqualTo(new Measured.Interval(2, 2, 2, 9));
  }

  @Test
  void whereAPointIsInconclusiveNoneAreCounted() {
    assertThat(new Answers(Samples.result(State.UNKNOWN)).to(Samples.number(present())))
        .isEqualTo(cannot("queue is inconclusive at a point of any variant"));
  }

  /** A stack that does not come up leaves an outcome without observations. */
  @Test
  void whereNoTrialWasCarriedOutThereIsNoAnswer() {
    Measured none = cannot("no trial was carried out at faulty-1");
    Answers of = new Answers(Samples.withoutTrials());
    Question explained =
        Samples.explained(
            Map.of("long", new ExplanationFigure(Samples.length("faulty", 1), "requests", 2)));

    assertThat(of.to(Samples.number(Samples.length("faulty", 1)))).isEqualTo(none);
    assertThat(of.to(either(new Condition.FactMatches(said(1, Optional.empty()), "l="))))
        .isEqualTo(none);
    assertThat(of.to(either(new Condition.OutcomeIs(outcome(Samples.at("faulty", 1)), "present"))))
        .isEqualTo(cannot("queue is inconclusive at faulty at size=1"));
    assertThat(of.to(Samples.number(present()))).isInstanceOf(Measured.CannotTell.class);
    assertThat(of.filled(explained, List.of("It is {long} long."))).isEmpty();
    assertThat(of.to(Samples.number(Samples.length("faulty", 10))))
        .isInstanceOf(Measured.Number.class);
  }

  /** A choice between a condition and its contrary. */
  private static Question either(Condition condition) {
    return Samples.choice(condition, new Condition.Not(condition));
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
        .isInstanceOf(Measured.CannotTell.class);
  }

  private static Question read(ResultQuery query) {
    return Samples.number(new Formula.Read(query));
  }

  @Test
  void theOptionThatHoldsIsTheAnswer() {
    assertThat(((Measured.Chosen) chosen("present", "absent short")).option()).isEqualTo("a");
    assertThat(((Measured.Chosen) chosen("present longer", "present long")).option())
        .isEqualTo("b");
  }

  @Test
  void noOptionAndTwoOptionsAreNoAnswer() {
    assertThat(chosen("absent", "present longer"))
        .isEqualTo(new Measured.CannotTell("none of the options holds"));
    assertThat(chosen("present", "present long"))
        .isEqualTo(new Measured.CannotTell("more than one holds: [a, b]"));
  }

  private Measured chosen(String a, String b) {
    ResultQuery.OfOutcome outcome = outcome(Samples.at("faulty", 1));
    return answers.to(
        Samples.choice(new Condition.OutcomeIs(outcome, a), new Condition.OutcomeIs(outcome, b)));
  }

  @Test
  void pointsThatDifferGiveNoOutcome() {
    Condition everywhere = new Condition.OutcomeIs(outcome(Selector.any()), "present");
    assertThat(answers.to(Samples.choice(everywhere))).isInstanceOf(Measured.CannotTell.class);
  }

  @Test
  void theWholeIntervalHasToLieBetween() {
    Condition between = new Condition.Between(Samples.length("faulty", 1), 64, 67);
    Condition narrow = new Condition.Between(Samples.length("faulty", 1), 65, 67);
    assertThat(new Evaluation(Samples.result()).holds(between)).isTrue();
    assertThat(new Evaluation(Samples.result()).holds(narrow)).isFalse();
    assertThat(new Evaluation(Samples.result()).holds(new Condition.Not(between))).isFalse();
    assertThat(new Evaluation(Samples.result()).holds(new Condition.All(List.of(between, narrow))))
        .isFalse();
  }

  @Test
  void fewTrialsTellNothingApart() {
    ResultQuery.OfEffect effect = Samples.slowdown("faulty");
    assertThat(
            answers.to(
                Samples.choice(
                    new Condition.Distinguishable(effect, true),
                    new Condition.Distinguishable(effect, false))))
        .isEqualTo(cannot("1 trials a side tell nothing apart, expected at least 5"));
  }

  @Test
  void ordersByTheMedian() {
    List<Form.Item> items =
        List.of(
            new Form.Item("ten", Samples.length("faulty", 10)),
            new Form.Item("healthy", Samples.length("healthy", 1)),
            new Form.Item("one", Samples.length("faulty", 1)));
    Measured ordered = answers.to(Samples.asked(new Form.Order("requests", items)));
    assertThat(((Measured.Ordered) ordered).items()).containsExactly("healthy", "one", "ten");
  }

  @Test
  void aCurveHasAPointForEachValue() {
    Form.Measure measure = new Form.Measure("requests", Form.Scale.LOG, 1, 1000, 1.5, 3);
    List<Form.Spot> spots =
        List.of(
            new Form.Spot(Value.of(1), Samples.length("faulty", 1)),
            new Form.Spot(Value.of(10), Samples.length("faulty", 10)));
    Measured curve = answers.to(Samples.asked(new Form.Curve("size", measure, spots)));
    assertThat(((Measured.Curve) curve).spots())
        .extracting(spot -> spot.y().value())
        .containsExactly(65.0, 640.0);
  }
}
