package dev.faultlab.classroom;

import dev.faultlab.classroom.Event.Graded;
import dev.faultlab.classroom.Event.Joined;
import dev.faultlab.lesson.Grade;
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
   * An answer.
   *
   * @param round 1, or 2 after the discussion
   * @param confidence 0 to 1
   * @param grade empty before a result was chosen, or where it cannot answer
   */
  record Row(
      int person,
      String name,
      String question,
      String stage,
      int round,
      Prediction.Given answer,
      double confidence,
      Optional<Grade> grade) {}

  /** All rows, by person, question and round. */
  static List<Row> rows(Session session, GradingResults evidence) throws IOException {
    ClassState state = session.state();
    List<Row> rows = new ArrayList<>();
    for (Joined person : state.people().values()) {
      for (Question question : session.lesson().questions()) {
        for (int round : List.of(1, 2)) {
          Optional<Prediction> said = state.answer(round, person.person(), question.id());
          if (said.isPresent()) {
            rows.add(row(state.graded(), evidence, person, question, round, said.get()));
          }
        }
      }
    }
    return rows;
  }

  private static Row row(
      Optional<Graded> graded,
      GradingResults evidence,
      Joined person,
      Question question,
      int round,
      Prediction said)
      throws IOException {
    Optional<Grade> grade = Optional.empty();
    if (graded.isPresent()) {
      grade = evidence.grade(question, said, evidence.found(graded.get(), question).measured());
    }
    return new Row(
        person.person(),
        person.name(),
        question.id(),
        question.stage().name().toLowerCase(Locale.ROOT),
        round,
        said.given(),
        said.confidence(),
        grade);
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
        row.question(),
        row.stage(),
        String.valueOf(row.round()),
        text(row.answer()),
        String.valueOf(row.confidence()),
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
