package dev.faultlab.classroom;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lesson.AnswerForm;
import dev.faultlab.lesson.Grade;
import dev.faultlab.lesson.LessonTexts;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import dev.faultlab.verdict.Judgement;
import java.util.List;
import java.util.Optional;

/**
 * Parts of what a page shows, in JSON. Texts of the lesson are HTML; {@code name}s and everything
 * else are plain.
 */
final class View {
  /**
   * A question without its answer.
   *
   * @param quick the shortest form of the lab that answers it
   * @param round in which it can be answered now; empty if it cannot
   */
  record QuestionView(
      String id,
      Stage stage,
      String ask,
      @JsonUnwrapped AnswerForm form,
      List<Option> options,
      RunForm quick,
      Optional<Integer> round) {

    static QuestionView of(Question question, LessonTexts texts, Session session) {
      return new QuestionView(
          question.id(),
          question.stage(),
          Markdown.html(texts.ask(question)),
          question.form(),
          question.shown().stream().map(o -> new Option(o, texts.option(question, o))).toList(),
          question.shortestForm(),
          session.open(question));
    }
  }

  /** An option to choose, or an item to sort. */
  record Option(String id, String text) {}

  /**
   * A result for grading, or a candidate.
   *
   * @param run in the form of {@code RunStore.find}
   * @param judgement of that run; empty before the reveal, except for the facilitator
   * @param reasons for it; only for the facilitator, because they may reveal answers
   */
  record Result(String run, Optional<Judgement> judgement, List<String> reasons) {}

  /**
   * The outcome of a question.
   *
   * @param grade of this person's last answer
   */
  record OutcomeView(@JsonUnwrapped GradingResults.Answered found, Optional<Grade> grade) {}

  /**
   * A repair.
   *
   * @param id in the form of {@code ./faultlab repair start LAB}
   * @param story the problem, and what may be changed
   */
  record Repair(String id, String title, String story) {}

  /**
   * A participant.
   *
   * @param answered ids of the questions that were answered in the open, or else the first, round
   */
  record Person(int person, String name, List<String> answered) {}
}
