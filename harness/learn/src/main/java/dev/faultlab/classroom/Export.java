package dev.faultlab.classroom;

import dev.faultlab.classroom.ClassState.Joined;
import dev.faultlab.lesson.Grade;
import dev.faultlab.lesson.LessonTexts;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import dev.faultlab.text.Escape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every answer of a session as a row, for the facilitator. */
record Export(Session session, GradingResults results, LessonTexts texts) {
  private static final List<String> HEAD =
      List.of(
          "person", "name", "question", "stage", "round", "answer", "confidence", "mark", "loss");

  /** All rows, by person, question and round. */
  List<Map<String, Object>> rows() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Joined person : session.state().people().values()) {
      for (Question question : session.lesson().questions()) {
        for (int round : List.of(1, 2)) {
          person
              .answer(round, question.id())
              .ifPresent(said -> rows.add(row(person, question, round, said)));
        }
      }
    }
    return rows;
  }

  /** Without a grade before a result is chosen, or if it has no answer. */
  private Map<String, Object> row(Joined person, Question question, int round, Prediction said) {
    Optional<Grade> grade =
        session
            .state()
            .graded()
            .map(graded -> results.found(graded, question, texts).measured())
            .flatMap(measured -> results.grade(question, said, measured));
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("person", person.person());
    row.put("name", person.name());
    row.put("question", question.id());
    row.put("stage", Stage.word(question.stage()));
    row.put("round", round);
    row.put("answer", said.given());
    row.put("confidence", said.confidence());
    row.put("mark", grade.map(g -> Stage.word(g.mark())));
    row.put("loss", grade.map(Grade::loss));
    return row;
  }

  /** As a table (RFC 4180) that a spreadsheet opens. */
  String csv() {
    return Stream.concat(
            Stream.of(HEAD),
            rows().stream().map(row -> HEAD.stream().map(column -> text(row.get(column))).toList()))
        .map(cells -> cells.stream().map(Escape::csv).collect(Collectors.joining(",")))
        .collect(Collectors.joining("\r\n", "", "\r\n"));
  }

  private static String text(Object cell) {
    if (cell instanceof Optional<?> optional) {
      return optional.map(String::valueOf).orElse("");
    }
    if (cell instanceof Prediction.Amount amount) {
      return String.valueOf(amount.value());
    }
    if (cell instanceof Prediction.Chosen chosen) {
      return chosen.option();
    }
    if (cell instanceof Prediction.Ordered ordered) {
      return String.join(" < ", ordered.items());
    }
    return cell instanceof Prediction.Drawn drawn
        ? drawn.values().stream().map(String::valueOf).collect(Collectors.joining(" "))
        : String.valueOf(cell);
  }
}
