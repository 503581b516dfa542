package dev.faultlab.classroom;

import dev.faultlab.lesson.Form;
import dev.faultlab.lesson.LessonTexts;
import dev.faultlab.lesson.Question;
import java.util.List;
import java.util.Optional;

/** A question as it is asked. */
final class Asking {
  private final Session session;
  private final LessonTexts texts;
  private final Markdown markdown;

  Asking(Session session, LessonTexts texts, Markdown markdown) {
    this.session = session;
    this.texts = texts;
    this.markdown = markdown;
  }

  View.Asked of(Question question) {
    Form form = question.form();
    Optional<Form.Curve> curve =
        form instanceof Form.Curve drawn ? Optional.of(drawn) : Optional.empty();
    return new View.Asked(
        question.id(),
        question.stage(),
        kind(form),
        markdown.html(texts.ask(question)),
        measure(form),
        form instanceof Form.Order order ? Optional.of(order.unit()) : Optional.empty(),
        curve.map(Form.Curve::axis),
        curve.map(c -> c.at().stream().map(Form.Spot::x).toList()).orElse(List.of()),
        question.shown().stream().map(o -> new View.Option(o, texts.option(question, o))).toList(),
        question.least(),
        session.open(question).map(Phase.Round::number));
  }

  private static String kind(Form form) {
    if (form instanceof Form.Number) {
      return "number";
    }
    if (form instanceof Form.Curve) {
      return "curve";
    }
    return form instanceof Form.Order ? "order" : "choice";
  }

  private static Optional<Form.Measure> measure(Form form) {
    if (form instanceof Form.Number number) {
      return Optional.of(number.measure());
    }
    return form instanceof Form.Curve curve ? Optional.of(curve.measure()) : Optional.empty();
  }
}
