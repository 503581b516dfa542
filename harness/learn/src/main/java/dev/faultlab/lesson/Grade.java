package dev.faultlab.lesson;

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
   * @throws IllegalArgumentException when the prediction has a {@link Prediction#problem}, or the
   *     answer is not of the question's kind
   */
  public static Optional<Grade> of(
      Question question, Prediction prediction, MeasuredAnswer measured) {
    prediction
        .problem(question)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(problem);
            });
    if (measured instanceof MeasuredAnswer.CannotTell) {
      return Optional.empty();
    }
    Mark mark = mark(question.form(), prediction.given(), measured);
    double missed = (mark == Mark.RIGHT ? 1 : 0) - prediction.confidence();
    return Optional.of(new Grade(question.id(), mark, prediction.confidence(), missed * missed));
  }

  private static Mark mark(AnswerForm form, Prediction.Given given, MeasuredAnswer measured) {
    if (given instanceof Prediction.Amount amount
        && measured instanceof MeasuredAnswer.Number found) {
      return mark(form.measure().orElseThrow(), amount.value(), found.interval());
    }
    if (given instanceof Prediction.Chosen chosen
        && measured instanceof MeasuredAnswer.Chosen found) {
      return chosen.option().equals(found.option()) ? Mark.RIGHT : Mark.WRONG;
    }
    if (given instanceof Prediction.Ordered order
        && measured instanceof MeasuredAnswer.Ordered found) {
      long reversed = reversed(order.items(), found);
      return reversed == 0 ? Mark.RIGHT : reversed == 1 ? Mark.NEAR : Mark.WRONG;
    }
    if (given instanceof Prediction.Drawn drawn && measured instanceof MeasuredAnswer.Curve found) {
      AnswerForm.Measure measure = form.measure().orElseThrow();
      return IntStream.range(0, drawn.values().size())
          .mapToObj(i -> mark(measure, drawn.values().get(i), found.spots().get(i).y()))
          .max(Comparator.naturalOrder())
          .orElseThrow();
    }
    throw new IllegalArgumentException("cannot set " + given + " against " + measured);
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
  private static long reversed(List<String> items, MeasuredAnswer.Ordered found) {
    long reversed = 0;
    for (int i = 0; i < items.size(); i++) {
      for (int j = i + 1; j < items.size(); j++) {
        Interval first = found.values().get(items.get(i));
        Interval second = found.values().get(items.get(j));
        reversed += first.low() > second.high() ? 1 : 0;
      }
    }
    return reversed;
  }
}
