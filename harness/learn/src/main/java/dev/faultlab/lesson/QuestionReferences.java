package dev.faultlab.lesson;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What a form is made of.
 *
 * @param bindings what it reads
 * @param measures how its numbers are measured
 * @param stated whether something in it is known without a run
 */
record QuestionReferences(
    List<ResultReference> bindings, List<Form.Measure> measures, boolean stated) {

  static QuestionReferences of(Form form) {
    List<ResultReference> bindings = new ArrayList<>();
    List<Form.Measure> measures = new ArrayList<>();
    boolean stated = false;
    if (form instanceof Form.Number number) {
      measures.add(number.measure());
      collect(number.answer(), bindings);
    } else if (form instanceof Form.Choice choice) {
      for (Form.Option option : choice.choices()) {
        stated |= collect(option.when(), bindings);
      }
    } else if (form instanceof Form.Order order) {
      order.items().forEach(item -> collect(item.value(), bindings));
    } else if (form instanceof Form.Curve curve) {
      measures.add(curve.measure());
      curve.at().forEach(spot -> collect(spot.y(), bindings));
    }
    return new QuestionReferences(bindings, measures, stated);
  }

  /** What a question gives as numbers: its answer, unless that is a choice, and its figures. */
  static List<ResultReference> numbers(Question question) {
    List<ResultReference> bindings = new ArrayList<>();
    if (!(question.form() instanceof Form.Choice)) {
      bindings.addAll(of(question.form()).bindings());
    }
    bindings.addAll(of(question.figures().values()));
    return bindings;
  }

  /** What figures read. */
  static List<ResultReference> of(Collection<ExplanationFigure> figures) {
    List<ResultReference> bindings = new ArrayList<>();
    figures.forEach(figure -> collect(figure.value(), bindings));
    return bindings;
  }

  private static void collect(Formula formula, List<ResultReference> bindings) {
    if (formula instanceof Formula.Read read) {
      bindings.add(read.binding());
    } else if (formula instanceof Formula.Of of) {
      of.parts().forEach(part -> collect(part, bindings));
    }
  }

  private static boolean collect(Condition condition, List<ResultReference> bindings) {
    boolean stated = false;
    if (condition instanceof Condition.Between between) {
      collect(between.number(), bindings);
    } else if (condition instanceof Condition.OutcomeIs cameOut) {
      bindings.add(cameOut.outcome());
    } else if (condition instanceof Condition.FactMatches says) {
      bindings.add(says.fact());
    } else if (condition instanceof Condition.Distinguishable told) {
      bindings.add(told.effect());
    } else if (condition instanceof Condition.All all) {
      for (Condition part : all.conditions()) {
        stated |= collect(part, bindings);
      }
    } else if (condition instanceof Condition.Not not) {
      stated = collect(not.condition(), bindings);
    } else {
      stated = true;
    }
    return stated;
  }
}
