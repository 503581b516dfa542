package dev.faultlab.lesson;

import dev.faultlab.lesson.AnswerForm.Kind;
import dev.faultlab.lesson.MeasuredAnswer.Interval;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A prediction compared with the measurement.
 *
 * @param question id
 * @param mark how close it was
 * @param confidence of the learner, 0 to 1
 * @param loss the Brier score of the confidence, 0 to 1. With confidence p it is (1 - p)^2 for a
 *     right answer and p^2 for any other, so to be sure and wrong costs most, and to say what one
 *     really believes costs least on average: the rule is strictly proper (G. W. Brier,
 *     "Verification of forecasts expressed in terms of probability", Monthly Weather Review 78,
 *     1950; T. Gneiting and A. E. Raftery, "Strictly proper scoring rules, prediction, and
 *     estimation", JASA 102, 2007). Brier's own form sums over both outcomes and is twice this.
 */
public record Grade(String question, Mark mark, double confidence, double loss) {

  /** How close. */
  public enum Mark {
    /** Within the interval and the question's tolerance. */
    RIGHT,
    /** Not right, but of the right size; for the confidence it counts as wrong. */
    NEAR,
    WRONG
  }

  /**
   * The grade; empty if the run has no answer, which costs nothing.
   *
   * @throws IllegalArgumentException when the prediction has a {@link Prediction#problem}
   */
  public static Optional<Grade> of(
      Question question, Prediction prediction, MeasuredAnswer measured) {
    prediction
        .problem(question)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(problem);
            });
    if (!(measured instanceof MeasuredAnswer.Found found)) {
      return Optional.empty();
    }
    Mark mark = mark(question.form(), prediction.given(), found);
    double missed = (mark == Mark.RIGHT ? 1 : 0) - prediction.confidence();
    return Optional.of(new Grade(question.id(), mark, prediction.confidence(), missed * missed));
  }

  private static Mark mark(AnswerForm form, Prediction.Given given, MeasuredAnswer.Found found) {
    if (form.kind() == Kind.CHOICE) {
      return given.items().equals(found.items()) ? Mark.RIGHT : Mark.WRONG;
    }
    if (form.kind() == Kind.ORDER) {
      long reversed = reversed(given.items(), found);
      return reversed == 0 ? Mark.RIGHT : reversed == 1 ? Mark.NEAR : Mark.WRONG;
    }
    AnswerForm.Measure measure = form.measure().orElseThrow();
    return IntStream.range(0, given.values().size())
        .mapToObj(i -> mark(measure, given.values().get(i), found.values().get(i)))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** Inside the interval the distance is zero: a factor of 1, or a difference of 0. */
  private static Mark mark(AnswerForm.Measure measure, double value, Interval interval) {
    double distance =
        measure.scale() == AnswerForm.Scale.LOG
            ? Math.max(1, Math.max(interval.low() / value, value / interval.high()))
            : Math.max(0, Math.max(interval.low() - value, value - interval.high()));
    return distance <= measure.right()
        ? Mark.RIGHT
        : distance <= measure.near() ? Mark.NEAR : Mark.WRONG;
  }

  /** Pairs in the wrong order whose intervals do not overlap. */
  private static long reversed(List<String> items, MeasuredAnswer.Found found) {
    List<Interval> given =
        items.stream().map(item -> found.values().get(found.items().indexOf(item))).toList();
    return IntStream.range(0, given.size())
        .mapToLong(
            i -> given.subList(0, i).stream().filter(f -> f.low() > given.get(i).high()).count())
        .sum();
  }
}
