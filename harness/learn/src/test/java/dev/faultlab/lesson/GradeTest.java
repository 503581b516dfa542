package dev.faultlab.lesson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.faultlab.lesson.AnswerForm.Kind;
import dev.faultlab.lesson.Grade.Mark;
import dev.faultlab.lesson.MeasuredAnswer.Interval;
import dev.faultlab.lesson.Prediction.Given;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GradeTest {
  private static final Interval TEN = new Interval(10, 8, 12, 5);

  /** The distance is a factor or a difference, taken from the ends of the interval 8 to 12. */
  @ParameterizedTest
  @CsvSource({
    "log,    1.5, 3, 8,    RIGHT",
    "log,    1.5, 3, 18,   RIGHT",
    "log,    1.5, 3, 18.1, NEAR",
    "log,    1.5, 3, 2.7,  NEAR",
    "log,    1.5, 3, 2.6,  WRONG",
    "log,    1.5, 3, 37,   WRONG",
    "linear, 0,   1, 12,   RIGHT",
    "linear, 0,   1, 13,   NEAR",
    "linear, 0,   1, 6.9,  WRONG",
  })
  void aNumberIsAsFarAsItsScaleSays(
      String scale, double right, double near, double value, Mark mark) {
    assertThat(
            mark(
                Samples.number(scale, right, near, "1"),
                new Given(Kind.NUMBER, List.of(value), List.of()),
                found(List.of(""), TEN)))
        .isEqualTo(mark);
  }

  private static MeasuredAnswer found(List<String> items, Interval... values) {
    return new MeasuredAnswer.Found(items, List.of(values), "", List.of());
  }

  private static Mark mark(Question question, Given given, MeasuredAnswer measured) {
    return Grade.of(question, new Prediction("q", given, 0.5), measured).orElseThrow().mark();
  }

  private static Grade choice(String given, double confidence) {
    return Grade.of(
            Samples.choice("{stated: true}", "{stated: false}"),
            new Prediction("q", new Given(Kind.CHOICE, List.of(), List.of(given)), confidence),
            found(List.of("a")))
        .orElseThrow();
  }

  @Test
  void toBeSureAndWrongCostsMost() {
    assertThat(choice("a", 1)).isEqualTo(new Grade("q", Mark.RIGHT, 1, 0));
    assertThat(choice("b", 1)).isEqualTo(new Grade("q", Mark.WRONG, 1, 1));
    assertThat(choice("b", 0.5).loss()).isEqualTo(0.25);
    assertThat(choice("a", 0.5).loss()).isEqualTo(0.25);
    assertThat(choice("b", 0.2).loss()).isLessThan(choice("a", 0.2).loss());
  }

  /** Strictly proper: whoever believes p loses least, on average, by saying p. */
  @Test
  void honestyIsTheBestPolicy() {
    for (int belief = 0; belief <= 100; belief += 5) {
      double p = belief / 100.0;
      for (int stated = 0; stated <= 100; stated += 5) {
        if (stated != belief) {
          assertThat(expected(p, stated / 100.0)).isGreaterThan(expected(p, p));
        }
      }
    }
  }

  private static double expected(double belief, double stated) {
    return belief * choice("a", stated).loss() + (1 - belief) * choice("b", stated).loss();
  }

  private static Mark order(String... items) {
    return mark(
        Samples.question("{order: {unit: ms, items: {x: 1, y: 1, z: 1}}}"),
        new Given(Kind.ORDER, List.of(), List.of(items)),
        found(
            List.of("x", "y", "z"), TEN, new Interval(11, 10, 14, 5), new Interval(20, 19, 30, 5)));
  }

  @Test
  void whatCannotBeToldApartMayChangePlaces() {
    assertThat(order("x", "y", "z")).isEqualTo(Mark.RIGHT);
    assertThat(order("y", "x", "z")).isEqualTo(Mark.RIGHT);
    assertThat(order("x", "z", "y")).isEqualTo(Mark.NEAR);
    assertThat(order("z", "y", "x")).isEqualTo(Mark.WRONG);
  }

  @Test
  void aCurveIsAsGoodAsItsWorstPoint() {
    assertThat(curve(10, 10)).isEqualTo(Mark.RIGHT);
    assertThat(curve(10, 30)).isEqualTo(Mark.NEAR);
    assertThat(curve(100, 10)).isEqualTo(Mark.WRONG);
  }

  private static Mark curve(double... values) {
    return mark(
        Samples.question(Samples.curve("{1: 1, 2: 1}")),
        new Given(Kind.CURVE, java.util.Arrays.stream(values).boxed().toList(), List.of()),
        found(List.of("1", "2"), TEN, TEN));
  }

  @Test
  void aRunThatCannotAnswerGradesNobody() {
    assertThat(
            Grade.of(
                Samples.number("log", 1, 2, "1"),
                new Prediction("q", new Given(Kind.NUMBER, List.of(10.0), List.of()), 1),
                new MeasuredAnswer.CannotTell("no such point")))
        .isEmpty();
  }

  @Test
  void calibrationSaysHowWellOneKnewWhatOneKnew() {
    ConfidenceScore calibration =
        ConfidenceScore.of(List.of(choice("a", 0.9), choice("b", 0.9), choice("a", 0.6)));
    assertThat(calibration.questions()).isEqualTo(3);
    assertThat(calibration.right()).isCloseTo(2 / 3.0, within(1e-9));
    assertThat(calibration.confidence()).isCloseTo(0.8, within(1e-9));
    assertThat(calibration.loss()).isCloseTo((0.01 + 0.81 + 0.16) / 3, within(1e-9));
  }
}
