package dev.faultlab.classroom;

import dev.faultlab.classroom.ClassState.Joined;
import dev.faultlab.lesson.AnswerForm;
import dev.faultlab.lesson.ExplanationFigures;
import dev.faultlab.lesson.Grade;
import dev.faultlab.lesson.LessonTexts;
import dev.faultlab.lesson.MeasuredAnswer;
import dev.faultlab.lesson.Question;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The measured answer to a question, the grade of a person's prediction, and the explanation.
 *
 * @param state in which a result for grading was chosen
 */
record AnswerRevealer(
    ClassState state,
    GradingResults results,
    LessonTexts texts,
    Markdown markdown,
    ProblemLog problems) {

  /** A question that cannot be evaluated is reported as such; others are not affected. */
  View.Found of(Optional<Joined> person, Question question) {
    try {
      return revealed(person, question);
    } catch (IOException | RuntimeException e) {
      problems.add("question " + question.id(), e);
      String reason = Optional.ofNullable(e.getMessage()).orElse(e.toString());
      String run = state.graded().orElseThrow().run();
      return new View.Found(
          new View.Answer(
              new MeasuredAnswer.CannotTell(reason), run, Optional.empty(), false, Set.of()),
          Optional.empty(),
          new View.Explanation("", Map.of(), List.of(), Optional.empty(), question.links()));
    }
  }

  private View.Found revealed(Optional<Joined> person, Question question) throws IOException {
    ClassState.Graded graded = state.graded().orElseThrow();
    GradingResults.Found found = results.found(graded, question);
    GradingResults.Explanation explanation =
        results.explanation(graded, question, texts.explanation(question));
    ExplanationFigures.Filled filled = explanation.filled();
    Optional<Grade> grade =
        person
            .flatMap(p -> state.last(p.person(), question.id()))
            .flatMap(prediction -> results.grade(question, prediction, found.measured()));
    return new View.Found(
        new View.Answer(
            found.measured(),
            found.run(),
            found.instead(),
            surprises(question, found.measured()),
            files(found)),
        grade,
        new View.Explanation(
            markdown.html(filled.texts().get(0)),
            why(question, filled.texts()),
            filled.figures(),
            explanation.run(),
            question.links()));
  }

  private Map<String, String> why(Question question, List<String> explanation) {
    Map<String, String> why = new LinkedHashMap<>();
    if (question.form() instanceof AnswerForm.Choice choice) {
      for (String option : choice.options()) {
        why.put(option, markdown.html(explanation.get(why.size() + 1)));
      }
    }
    return why;
  }

  private Set<String> files(GradingResults.Found found) throws IOException {
    Set<String> files = new LinkedHashSet<>();
    for (MeasuredAnswer.Place place : found.measured().places()) {
      if (results.file(found.run(), place.file()).isPresent()) {
        files.add(place.file());
      }
    }
    return files;
  }

  private static boolean surprises(Question question, MeasuredAnswer measured) {
    return question.form() instanceof AnswerForm.Choice choice
        && measured instanceof MeasuredAnswer.Chosen chosen
        && !choice.explained().equals(chosen.option());
  }
}
