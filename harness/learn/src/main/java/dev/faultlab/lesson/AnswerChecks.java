package dev.faultlab.lesson;

import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether a lesson's questions have the answers that its texts explain. */
public final class AnswerChecks {

  private AnswerChecks() {}

  /**
   * The errors.
   *
   * @param committed the available results of {@link Lesson#results}, by name
   * @param shortForm points of the lab's short form; its part of a question's result must give the
   *     answer, unless the question has {@code quick: false}
   */
  public static List<String> problems(
      Lesson lesson, Map<String, RunResult> committed, Set<Point> shortForm) {
    List<String> problems = new ArrayList<>();
    for (Question question : lesson.questions()) {
      RunResult reference = committed.get(question.result());
      String prefix = "asks the result '" + question.result() + "', ";
      List<String> found =
          reference == null
              ? List.of(prefix + "and none of that name is committed")
              : reference.lab().equals(lesson.lab())
                  ? problems(lesson, question, reference, shortForm)
                  : List.of(prefix + "which is one of lab " + reference.lab());
      found.forEach(problem -> problems.add("question '" + question.id() + "' " + problem));
    }
    return problems;
  }

  private static List<String> problems(
      Lesson lesson, Question question, RunResult reference, Set<Point> shortForm) {
    List<String> problems = new ArrayList<>();
    ResultAnswers fullAnswers = new ResultAnswers(reference);
    ResultAnswers shortAnswers = new ResultAnswers(reference.only(shortForm));
    String run = "run " + reference.runId();
    for (LessonTexts texts : lesson.texts().values()) {
      if (fullAnswers.fillIn(question, texts.explanation(question)).isEmpty()) {
        problems.add("explains with a figure that " + run + " lacks");
      }
    }
    fullAnswers.indistinguishable(question).stream()
        .map(
            ratio ->
                "gives as a number %s by %s; ask whether they can be told apart ('told')"
                    .formatted(ratio, run))
        .forEach(problems::add);
    if (fullAnswers.to(question) instanceof MeasuredAnswer.CannotTell because) {
      problems.add("has no answer in " + run + ": " + because.reason());
    } else if (RunForm.SHORT.has(question.shortestForm())
        && shortAnswers.to(question) instanceof MeasuredAnswer.CannotTell because) {
      problems.add("is not answered by the short form: " + because.reason() + "; say quick: false");
    } else if (question.isChoice()
        && fullAnswers.to(question) instanceof MeasuredAnswer.Found found
        && !found.items().contains(question.explained())) {
      problems.add(
          "explains '%s', but %s says '%s': %s"
              .formatted(question.explained(), run, found.items().get(0), found.found()));
    }
    return problems;
  }
}
