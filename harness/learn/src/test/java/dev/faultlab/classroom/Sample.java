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
    return new Prediction(question.id(), given(question, which), SURE);
  }

  private static Prediction.Given given(Question question, int which) {
    return switch (question.form().kind()) {
      case NUMBER -> new Prediction.Amount(within(question.form(), which));
      case CHOICE ->
          new Prediction.Chosen(question.options().get(which % question.options().size()));
      case ORDER -> {
        List<String> items = new ArrayList<>(question.options());
        Collections.rotate(items, which);
        yield new Prediction.Ordered(items);
      }
      case CURVE ->
          new Prediction.Drawn(
              Collections.nCopies(question.form().at().size(), within(question.form(), which)));
    };
  }

  private static double within(AnswerForm form, int which) {
    AnswerForm.Measure measure = form.measure().orElseThrow();
    return measure.from() + (measure.to() - measure.from()) * (which % 97) / 97.0;
  }
}
