package dev.faultlab.classroom;

import dev.faultlab.classroom.Event.Joined;
import dev.faultlab.lesson.ExplanationFigures;
import dev.faultlab.lesson.Form;
import dev.faultlab.lesson.Grade;
import dev.faultlab.lesson.LessonTexts;
import dev.faultlab.lesson.Measured;
import dev.faultlab.lesson.Question;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What was measured of a question, what somebody's prediction is worth, and why it is so. */
final class AnswerRevealer {
  private final ClassState state;
  private final GradingResults evidence;
  private final LessonTexts texts;
  private final Markdown markdown;
  private final ProblemLog troubles;

  /**
   * @param state in which a result to grade by was chosen
   */
  AnswerRevealer(
      ClassState state,
      GradingResults evidence,
      LessonTexts texts,
      Markdown markdown,
      ProblemLog troubles) {
    this.state = state;
    this.evidence = evidence;
    this.texts = texts;
    this.markdown = markdown;
    this.troubles = troubles;
  }

  /** What cannot be worked out is said to be so; the other questions are seen all the same. */
  View.Found of(Optional<Joined> person, Question question) {
    try {
      return told(person, question);
    } catch (IOException | RuntimeException e) {
      troubles.add("question " + question.id(), e);
      return untold(question, e);
    }
  }

  private View.Found untold(Question question, Exception why) {
    return new View.Found(
        new Measured.CannotTell(Optional.ofNullable(why.getMessage()).orElse(why.toString())),
        state.graded().orElseThrow().run(),
        Optional.empty(),
        false,
        Optional.empty(),
        "",
        Map.of(),
        Set.of(),
        List.of(),
        Optional.empty(),
        question.links());
  }

  private View.Found told(Optional<Joined> person, Question question) throws IOException {
    Event.Graded graded = state.graded().orElseThrow();
    GradingResults.Found found = evidence.found(graded, question);
    GradingResults.Explanation told = evidence.told(graded, question, texts.explanation(question));
    ExplanationFigures.Filled filled = told.filled();
    Optional<Grade> grade =
        person
            .flatMap(p -> state.last(p.person(), question.id()))
            .flatMap(prediction -> evidence.grade(question, prediction, found.measured()));
    return new View.Found(
        found.measured(),
        found.run(),
        found.instead(),
        surprises(question, found.measured()),
        grade,
        markdown.html(filled.texts().get(0)),
        why(question, filled.texts()),
        files(found),
        filled.figures(),
        told.run(),
        question.links());
  }

  private Map<String, String> why(Question question, List<String> explanation) {
    Map<String, String> why = new LinkedHashMap<>();
    if (question.form() instanceof Form.Choice choice) {
      for (String option : choice.options()) {
        why.put(option, markdown.html(explanation.get(why.size() + 1)));
      }
    }
    return why;
  }

  private Set<String> files(GradingResults.Found found) throws IOException {
    Set<String> files = new LinkedHashSet<>();
    for (Measured.Place place : Measured.places(found.measured())) {
      if (evidence.file(found.run(), place.file()).isPresent()) {
        files.add(place.file());
      }
    }
    return files;
  }

  private static boolean surprises(Question question, Measured measured) {
    return question.form() instanceof Form.Choice choice
        && measured instanceof Measured.Chosen chosen
        && !choice.explained().equals(chosen.option());
  }
}
