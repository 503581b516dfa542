package dev.faultlab.lesson;

import dev.faultlab.result.ResultQuery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What a form is made of.
 *
 * @param queries what it reads
 * @param measures how its numbers are measured
 * @param stated whether something in it is known without a run
 */
record QuestionReferences(List<ResultQuery> queries, List<Form.Measure> measures, boolean stated) {

  static QuestionReferences of(Form form) {
    List<ResultQuery> queries = new ArrayList<>();
    List<Form.Measure> measures = new ArrayList<>();
    boolean stated = false;
    if (form instanceof Form.Number number) {
      measures.add(number.measure());
      collect(number.answer(), queries);
    } else if (form instanceof Form.Choice choice) {
      for (Form.Option option : choice.choices()) {
        stated |= collect(option.when(), queries);
      }
    } else if (form instanceof Form.Order order) {
      order.items().forEach(item -> collect(item.value(), queries));
    } else if (form instanceof Form.Curve curve) {
      measures.add(curve.measure());
      curve.at().forEach(spot -> collect(spot.y(), queries));
    }
    return new QuestionReferences(queries, measures, stated);
  }

  /** What a question gives as numbers: its answer, unless that is a choice, and its figures. */
  static List<ResultQuery> numbers(Question question) {
    List<ResultQuery> queries = new ArrayList<>();
    if (!(question.form() instanceof Form.Choice)) {
      queries.addAll(of(question.form()).queries());
    }
    queries.addAll(of(question.figures().values()));
    return queries;
  }

  /** What figures read. */
  static List<ResultQuery> of(Collection<ExplanationFigure> figures) {
    List<ResultQuery> queries = new ArrayList<>();
    figures.forEach(figure -> collect(figure.value(), queries));
    return queries;
  }

  private static void collect(Formula formula, List<ResultQuery> queries) {
    if (formula instanceof Formula.Read read) {
      queries.add(read.query());
    } else if (formula instanceof Formula.Of of) {
      of.parts().forEach(part -> collect(part, queries));
    }
  }

  private static boolean collect(Condition condition, List<ResultQuery> queries) {
    boolean stated = false;
    if (condition instanceof Condition.Between between) {
      collect(between.number(), queries);
    } else if (condition instanceof Condition.OutcomeIs cameOut) {
      queries.add(cameOut.outcome());
    } else if (condition instanceof Condition.FactMatches says) {
      queries.add(says.fact());
    } else if (condition instanceof Condition.Distinguishable told) {
      queries.add(told.effect());
    } else if (condition instanceof Condition.All all) {
      for (Condition part : all.conditions()) {
        stated |= collect(part, queries);
      }
    } else if (condition instanceof Condition.Not not) {
      stated = collect(not.condition(), queries);
    } else {
      stated = true;
    }
    return stated;
  }
}
