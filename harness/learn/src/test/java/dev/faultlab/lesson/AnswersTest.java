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

  private Measured to(Formula formula) {
    return answers.to(Samples.number(Form.Scale.LINEAR, 0, 1, formula));
  }

  @Test
  void aFactIsReadInEveryTrialAndSaysWhereItStands() {
    Measured.Number length = (Measured.Number) to(Samples.length("faulty", 1));
    assertThat(length.interval()).isEqualTo(new Measured.Interval(65, 64, 66, 3));
    assertThat(length.run()).contains("20261122T000000Z-0000");
    assertThat(length.places())
        .containsExactly(new Measured.Place("faulty-1", "in the queue", "q.pcap", "frame 7"));
  }

  @Test
  void aNumberIsReadOutOfAFactThatIsAText() {
    Measured.Number said =
        (Measured.Number)
            to(
                new Formula.Read(
                    new ResultQuery.OfFact(
                        Optional.of("queue"),
                        "said",
                        Samples.at("faulty", 10),
                        Optional.of("l=(\\d+)"))));
    assertThat(said.interval().value()).isEqualTo(640);
  }

  @Test
  void formulasCarryTheIntervalThrough() {
    Measured.Number ratio =
        (Measured.Number)
            to(
                new Formula.Of(
                    Formula.Operation.DIVIDE,
                    List.of(Samples.length("faulty", 1), new Formula.Given(2))));
    assertThat(ratio.interval()).isEqualTo(new Measured.Interval(32.5, 32, 33, 3));
  }

  @Test
  void anAnswerWithoutARunNamesNone() {
    Measured.Number scale =
        (Measured.Number)
            to(
                new Formula.Of(
                    Formula.Operation.WINDOW_SCALE, List.of(new Formula.Given(6_291_456))));
    assertThat(scale.interval().value()).isEqualTo(7);
    assertThat(scale.run()).isEmpty();
  }

  @Test
  void linuxScalesAWindowOf102400ByOne() {
    assertThat(
            Arithmetic.of(
                    Formula.Operation.WINDOW_SCALE,
                    List.of(new Measured.Interval(102_400, 65_535, 65_536, 0)))
                .value())
        .isEqualTo(1);
    assertThat(
            Arithmetic.of(
                Formula.Operation.WINDOW_SCALE, List.of(new Measured.Interval(0, 0, 1e12, 0))))
        .isEqualTo(new Measured.Interval(0, 0, 14, 0));
  }

  @Test
  void countsThePointsThatCameOutSo() {
    Measured.Number count =
        (Measured.Number)
            to(new Formula.Read(new ResultQuery.OfCount("queue", State.PRESENT, Selector.any())));
    assertThat(count.interval()).isEqualTo(new Measured.Interval(2, 2, 2, 9));
  }

  @Test
  void whereAPointCannotBeToldNoneAreCounted() {
    ResultQuery.OfCount count = new ResultQuery.OfCount("queue", State.PRESENT, Selector.any());
    assertThat(
            new Answers(Samples.result(State.UNKNOWN))
                .to(Samples.number(Form.Scale.LINEAR, 0, 1, new Formula.Read(count))))
        .isEqualTo(new Measured.CannotTell("queue is inconclusive at a point of any variant"));
  }

  /** A stack that does not come up leaves an outcome without observations. */
  @Test
  void whereNoTrialWasCarriedOutThereIsNoAnswer() {
    Measured none = new Measured.CannotTell("no trial was carried out at faulty-1");
    Answers of = new Answers(Samples.withoutTrials());
    ResultQuery.OfFact said =
        new ResultQuery.OfFact(
            Optional.of("queue"), "said", Samples.at("faulty", 1), Optional.empty());
    ResultQuery.OfOutcome outcome = new ResultQuery.OfOutcome("queue", Samples.at("faulty", 1));
    ResultQuery.OfCount count = new ResultQuery.OfCount("queue", State.PRESENT, Selector.any());
    Question explained =
        Samples.explained(
            Map.of("long", new ExplanationFigure(Samples.length("faulty", 1), "requests", 2)));

    assertThat(of.to(Samples.number(Form.Scale.LINEAR, 0, 1, Samples.length("faulty", 1))))
        .isEqualTo(none);
    assertThat(of.to(either(new Condition.FactMatches(said, "l=")))).isEqualTo(none);
    assertThat(of.to(either(new Condition.OutcomeIs(outcome, "present"))))
        .isEqualTo(new Measured.CannotTell("queue is inconclusive at faulty at size=1"));
    assertThat(of.to(Samples.number(Form.Scale.LINEAR, 0, 1, new Formula.Read(count))))
        .isInstanceOf(Measured.CannotTell.class);
    assertThat(of.filled(explained, List.of("It is {long} long."))).isEmpty();
    assertThat(of.to(Samples.number(Form.Scale.LINEAR, 0, 1, Samples.length("faulty", 10))))
        .isInstanceOf(Measured.Number.class);
  }

  /** A choice between a condition and its contrary. */
  private static Question either(Condition condition) {
    return Samples.asked(
        new Form.Choice(
            List.of(
                new Form.Option("a", condition),
                new Form.Option("b", new Condition.Not(condition))),
            "a"));
  }

  @Test
  void whatComesToNoNumberIsNoAnswer() {
    Formula none =
        new Formula.Of(
            Formula.Operation.SUBTRACT,
            List.of(Samples.length("healthy", 1), Samples.length("healthy", 1)));
    Formula share =
        new Formula.Of(Formula.Operation.DIVIDE, List.of(Samples.length("faulty", 1), none));
    assertThat(to(share))
        .isEqualTo(
            new Measured.CannotTell(
                "what was measured comes to Infinity [Infinity, Infinity]; expected numbers"));
  }

  @Test
  void aMissingPartIsNamed() {
    assertThat(to(Samples.length("faulty", 7)))
        .isEqualTo(
            new Measured.CannotTell("this run has no signature 'queue' at faulty at size=7"));
    assertThat(to(new Formula.Read(new ResultQuery.OfMetric("wait", Samples.at("faulty", 10)))))
        .isEqualTo(new Measured.CannotTell("this run has no metric 'wait' at faulty at size=10"));
    assertThat(
            to(
                new Formula.Read(
                    new ResultQuery.OfEffect(
                        "wait", Samples.at("healthy", 1), Samples.at("faulty", 1)))))
        .isInstanceOf(Measured.CannotTell.class);
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
    ResultQuery.OfOutcome outcome = new ResultQuery.OfOutcome("queue", Samples.at("faulty", 1));
    return answers.to(
        Samples.asked(
            new Form.Choice(
                List.of(
                    new Form.Option("a", new Condition.OutcomeIs(outcome, a)),
                    new Form.Option("b", new Condition.OutcomeIs(outcome, b))),
                "a")));
  }

  @Test
  void pointsThatDifferGiveNoOutcome() {
    ResultQuery.OfOutcome everywhere = new ResultQuery.OfOutcome("queue", Selector.any());
    assertThat(
            answers.to(
                Samples.asked(
                    new Form.Choice(
                        List.of(
                            new Form.Option("a", new Condition.OutcomeIs(everywhere, "present"))),
                        "a"))))
        .isInstanceOf(Measured.CannotTell.class);
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
                Samples.asked(
                    new Form.Choice(
                        List.of(
                            new Form.Option("a", new Condition.Distinguishable(effect, true)),
                            new Form.Option("b", new Condition.Distinguishable(effect, false))),
                        "a"))))
        .isEqualTo(
            new Measured.CannotTell("1 trials a side tell nothing apart, expected at least 5"));
  }

  @Test
  void ordersByTheMedian() {
    Measured.Ordered ordered =
        (Measured.Ordered)
            answers.to(
                Samples.asked(
                    new Form.Order(
                        "requests",
                        List.of(
                            new Form.Item("ten", Samples.length("faulty", 10)),
                            new Form.Item("healthy", Samples.length("healthy", 1)),
                            new Form.Item("one", Samples.length("faulty", 1))))));
    assertThat(ordered.items()).containsExactly("healthy", "one", "ten");
  }

  @Test
  void aCurveHasAPointForEachValue() {
    Measured.Curve curve =
        (Measured.Curve)
            answers.to(
                Samples.asked(
                    new Form.Curve(
                        "size",
                        new Form.Measure("requests", Form.Scale.LOG, 1, 1000, 1.5, 3),
                        List.of(
                            new Form.Spot(Value.of(1), Samples.length("faulty", 1)),
                            new Form.Spot(Value.of(10), Samples.length("faulty", 10))))));
    assertThat(curve.spots()).extracting(spot -> spot.y().value()).containsExactly(65.0, 640.0);
  }
}
