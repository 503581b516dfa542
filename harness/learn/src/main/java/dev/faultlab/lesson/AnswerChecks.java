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
   * What is wrong.
   *
   * @param committed those of {@link Lesson#results} that there are, by name
   * @param shortForm points of the lab's short form; what it has in common with a question's result
   *     must answer it, unless it says {@code quick: false}
   */
  public static List<String> problems(
      Lesson lesson, Map<String, RunResult> committed, Set<Point> shortForm) {
    List<String> problems = new ArrayList<>();
    lesson.live().stream()
        .filter(selector -> shortForm.stream().noneMatch(selector::matches))
        .forEach(
            selector ->
                problems.add("live shows " + selector + ", which the short form leaves out"));
    for (Question question : lesson.questions()) {
      RunResult reference = committed.get(question.result());
      if (reference == null) {
        problems.add(
            "question '"
                + question.id()
                + "' asks the result '"
                + question.result()
                + "', and none of that name is committed");
      } else if (!reference.lab().equals(lesson.lab())) {
        problems.add(
            "question '"
                + question.id()
                + "' asks the result '"
                + question.result()
                + "', which is one of lab "
                + reference.lab());
      } else {
        problems.addAll(problems(lesson, question, reference, shortForm));
      }
    }
    return problems;
  }

  private static List<String> problems(
      Lesson lesson, Question question, RunResult reference, Set<Point> shortForm) {
    List<String> problems = new ArrayList<>();
    Answers all = new Answers(reference);
    Answers some = new Answers(reference.only(shortForm));
    for (LessonTexts texts : lesson.texts().values()) {
      if (texts.complete() && all.filled(question, texts.explanation(question)).isEmpty()) {
        problems.add(
            "question '"
                + question.id()
                + "' explains with a figure that run "
                + reference.runId()
                + " lacks");
      }
    }
    for (String ratio : all.untold(question)) {
      problems.add(
          "question '"
              + question.id()
              + "' gives as a number "
              + ratio
              + " by run "
              + reference.runId()
              + "; ask whether they can be told apart ('told')");
    }
    if (all.to(question) instanceof Measured.CannotTell because) {
      problems.add(
          "question '"
              + question.id()
              + "' has no answer in run "
              + reference.runId()
              + ": "
              + because.reason());
    } else if (RunForm.SHORT.has(question.least())
        && some.to(question) instanceof Measured.CannotTell because) {
      problems.add(
          "question '"
              + question.id()
              + "' is not answered by the short form: "
              + because.reason()
              + "; say quick: false");
    } else if (all.to(question) instanceof Measured.Chosen chosen
        && question.form() instanceof Form.Choice choice
        && !chosen.option().equals(choice.explained())) {
      problems.add(
          "question '"
              + question.id()
              + "' explains '"
              + choice.explained()
              + "', but run "
              + reference.runId()
              + " says '"
              + chosen.option()
              + "': "
              + chosen.found());
    }
    return problems;
  }
}
