package dev.faultlab.classroom;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultlab.classroom.ClassState.Joined;
import dev.faultlab.lesson.Grade;
import dev.faultlab.lesson.MeasuredAnswer;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.text.Escape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every answer of a session as a row, for the facilitator. */
final class Export {
  private static final List<String> HEAD =
      List.of(
          "person", "name", "question", "stage", "round", "answer", "confidence", "mark", "loss");

  private Export() {}

  /**
   * An answer with its person and its grade.
   *
   * @param grade empty before a result is chosen, or if it has no answer
   */
  record Row(int person, String name, @JsonUnwrapped Given given, Optional<Grade> grade) {}

  /**
   * An answer.
   *
   * @param round 1, or 2 after the discussion
   * @param confidence 0 to 1
   */
  record Given(
      String question, String stage, int round, Prediction.Given answer, double confidence) {
    static Given of(Question question, int round, Prediction said) {
      String stage = question.stage().name().toLowerCase(Locale.ROOT);
      return new Given(question.id(), stage, round, said.given(), said.confidence());
    }
  }

  /** All rows, by person, question and round. */
  static List<Row> rows(Session session, GradingResults results) throws IOException {
    ClassState state = session.state();
    List<Row> rows = new ArrayList<>();
    for (Joined person : state.people().values()) {
      for (Question question : session.lesson().questions()) {
        for (int round : List.of(1, 2)) {
          Optional<Prediction> said = state.answer(round, person.person(), question.id());
          Optional<Grade> grade = Optional.empty();
          if (said.isPresent() && state.graded().isPresent()) {
            MeasuredAnswer measured = results.found(state.graded().get(), question).measured();
            grade = results.grade(question, said.get(), measured);
          }
          if (said.isPresent()) {
            Given given = Given.of(question, round, said.get());
            rows.add(new Row(person.person(), person.name(), given, grade));
          }
        }
      }
    }
    return rows;
  }

  /** As a table (RFC 4180) that a spreadsheet opens. */
  static String csv(List<Row> rows) {
    return Stream.concat(Stream.of(HEAD), rows.stream().map(Export::cells))
        .map(cells -> cells.stream().map(Escape::csv).collect(Collectors.joining(",")))
        .collect(Collectors.joining("\r\n", "", "\r\n"));
  }

  private static List<String> cells(Row row) {
    return List.of(
        String.valueOf(row.person()),
        row.name(),
        row.given().question(),
        row.given().stage(),
        String.valueOf(row.given().round()),
        text(row.given().answer()),
        String.valueOf(row.given().confidence()),
        row.grade().map(g -> g.mark().name().toLowerCase(Locale.ROOT)).orElse(""),
        row.grade().map(g -> String.valueOf(g.loss())).orElse(""));
  }

  private static String text(Prediction.Given given) {
    if (given instanceof Prediction.Amount amount) {
      return String.valueOf(amount.value());
    }
    if (given instanceof Prediction.Chosen chosen) {
      return chosen.option();
    }
    if (given instanceof Prediction.Ordered ordered) {
      return String.join(" < ", ordered.items());
    }
    return ((Prediction.Drawn) given)
        .values().stream().map(String::valueOf).collect(Collectors.joining(" "));
  }
}
