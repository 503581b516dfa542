package dev.faultlab.classroom;

import dev.faultlab.lesson.AnswerForm;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Answers that can be graded, whatever the question is. */
final class Sample {
  private static final double SURE = 0.7;

  private Sample() {}

  /**
   * An answer.
   *
   * @param which different numbers give different answers
   */
  static Prediction answer(Question question, int which) {
    AnswerForm form = question.form();
    if (form instanceof AnswerForm.Number number) {
      return new Prediction(
          question.id(), new Prediction.Amount(within(number.measure(), which)), SURE);
    }
    if (form instanceof AnswerForm.Curve curve) {
      List<Double> values =
          curve.at().stream().map(spot -> within(curve.measure(), which)).toList();
      return new Prediction(question.id(), new Prediction.Drawn(values), SURE);
    }
    if (form instanceof AnswerForm.Order) {
      List<String> items = new ArrayList<>(form.options());
      Collections.rotate(items, which);
      return new Prediction(question.id(), new Prediction.Ordered(items), SURE);
    }
    String option = form.options().get(which % form.options().size());
    return new Prediction(question.id(), new Prediction.Chosen(option), SURE);
  }

  private static double within(AnswerForm.Measure measure, int which) {
    return measure.from() + (measure.to() - measure.from()) * (which % 97) / 97.0;
  }
}
