package dev.faultlab.classroom;

import dev.faultlab.lesson.AnswerForm;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Answers that can be graded, whatever the question is. */
final class Sample {
  private static final double CONFIDENCE = 0.7;

  /**
   * An answer.
   *
   * @param which different numbers give different answers
   */
  static Prediction answer(Question question, int which) {
    return new Prediction(question.id(), given(question, which), CONFIDENCE);
  }

  private static Prediction.Given given(Question question, int which) {
    AnswerForm form = question.form();
    List<String> items = new ArrayList<>(question.options());
    return switch (form.kind()) {
      case NUMBER -> new Prediction.Given(form.kind(), List.of(within(form, which)), List.of());
      case CHOICE ->
          new Prediction.Given(form.kind(), List.of(), List.of(items.get(which % items.size())));
      case ORDER -> {
        Collections.rotate(items, which);
        yield new Prediction.Given(form.kind(), List.of(), items);
      }
      case CURVE ->
          new Prediction.Given(
              form.kind(), Collections.nCopies(form.at().size(), within(form, which)), List.of());
    };
  }

  private static double within(AnswerForm form, int which) {
    AnswerForm.Measure measure = form.measure().orElseThrow();
    return measure.from() + (measure.to() - measure.from()) * (which % 97) / 97.0;
  }
}
