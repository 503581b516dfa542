package dev.faultlab.classroom;

import dev.faultlab.classroom.ClassState.Member;
import dev.faultlab.lesson.Grade;
import dev.faultlab.lesson.Handout;
import dev.faultlab.lesson.LessonTexts;
import dev.faultlab.lesson.MeasuredAnswer;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import dev.faultlab.text.Escape;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every answer of a session as a row, for the facilitator. */
record Export(Session session, GradingResults results, LessonTexts texts) {
  private static final int DATE = "2026-11-29".length();

  private static final String HEAD =
      "lab,date,person,name,question,text,stage,round,answer,confidence,measured,run,mark,loss\r\n";

  /** A table (RFC 4180) that a spreadsheet opens, by person, question and round. */
  String csv() {
    StringBuilder csv = new StringBuilder(HEAD);
    for (Member person : session.state().people().values()) {
      for (Question question : session.lesson().questions()) {
        for (int round : List.of(1, 2)) {
          person
              .answer(round, question.id())
              .ifPresent(prediction -> csv.append(row(person, question, round, prediction)));
        }
      }
    }
    return csv.toString();
  }

  /** What was measured, and the grade, are empty before a result is chosen. */
  private String row(Member person, Question question, int round, Prediction prediction) {
    Optional<GradingResults.Answered> found =
        session.state().graded().map(graded -> results.answerTo(graded, question, texts));
    Optional<MeasuredAnswer> measured = found.map(GradingResults.Answered::measured);
    Handout handout = new Handout(session.lesson(), texts);
    Optional<Grade> grade = measured.flatMap(m -> results.grade(question, prediction, m));
    return Stream.of(
            session.lesson().lab(),
            session.start().at().substring(0, DATE),
            person.person(),
            person.name(),
            question.id(),
            line(texts.ask(question)),
            Stage.word(question.stage()),
            round,
            answer(question, prediction.given()),
            prediction.confidence(),
            measured.map(m -> line(handout.words(question, m))).orElse(""),
            found.map(GradingResults.Answered::run).orElse(""),
            grade.map(g -> Stage.word(g.mark())).orElse(""),
            grade.map(g -> Handout.number(g.loss())).orElse(""))
        .map(cell -> Escape.csv(String.valueOf(cell)))
        .collect(Collectors.joining(",", "", "\r\n"));
  }

  private String answer(Question question, Prediction.Given given) {
    if (given.items().isEmpty()) {
      return given.values().stream().map(Handout::number).collect(Collectors.joining(" "));
    }
    return given.items().stream()
        .map(item -> question.options().contains(item) ? texts.option(question, item) : item)
        .map(Export::line)
        .collect(Collectors.joining(" < "));
  }

  /** A text of the lesson on one line. */
  private static String line(String text) {
    return text.replaceAll("\\s+", " ").replace("`", "");
  }
}
