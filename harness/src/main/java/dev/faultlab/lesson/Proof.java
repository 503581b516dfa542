package dev.faultlab.lesson;

import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Whether a lesson's questions have the answers that its texts explain. */
public final class Proof {

  private Proof() {}

  /**
   * What is wrong.
   *
   * @param reference committed result of the lab
   * @param shortForm points of the lab's short form; what it has in common with the reference must
   *     answer each question that does not say {@code quick: false}
   */
  public static List<String> problems(Lesson lesson, RunResult reference, Set<Point> shortForm) {
    List<String> problems = new ArrayList<>();
    Answers all = new Answers(reference);
    Answers some = new Answers(reference.only(shortForm));
    lesson.live().stream()
        .filter(selector -> shortForm.stream().noneMatch(selector::matches))
        .forEach(
            selector ->
                problems.add("live shows " + selector + ", which the short form leaves out"));
    for (Question question : lesson.questions()) {
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
      } else if (question.quick() && some.to(question) instanceof Measured.CannotTell because) {
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
    }
    return problems;
  }
}
