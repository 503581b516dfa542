package dev.faultlab.lesson;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules for a lesson beyond its schema. */
final class LessonChecks {
  /** Path in lesson.yaml to the error there. */
  static Map<List<String>, List<String>> structure(Lesson lesson) {
    Map<List<String>, List<String>> problems = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    for (Question query : lesson.questions()) {
      List<String> flaws = new ArrayList<>();
      if (!seen.add(query.id())) {
        flaws.add("question '" + query.id() + "' is in both stages");
      }
      Queries queries = new Queries(query.declared());
      query.form().measure().ifPresent(measure -> flaws.addAll(measure(measure)));
      if (query.isChoice() && !query.options().contains(query.explained())) {
        flaws.add("explained '" + query.explained() + "', expected one of " + query.options());
      }
      boolean isPredicted = query.stage() == Stage.PREDICT;
      if (isPredicted && queries.ofAnswer().findAny().isEmpty()) {
        flaws.add("question '" + query.id() + "' is bound to nothing that a run measures");
      }
      if (isPredicted && query.declared().path("choice").findValue("stated") != null) {
        flaws.add("question '" + query.id() + "': 'stated' is for transfer; a run must tell");
      }
      if (!flaws.isEmpty()) {
        problems.put(List.of(Stage.word(query.stage()), query.id()), List.copyOf(flaws));
      }
    }
    return problems;
  }

  private static List<String> measure(AnswerForm.Measure measure) {
    List<String> flaws = new ArrayList<>();
    boolean isLog = measure.scale() == AnswerForm.Scale.LOG;
    if (measure.from() >= measure.to() || isLog && measure.from() <= 0) {
      flaws.add("numbers from " + measure.from() + " to " + measure.to() + " cannot be drawn");
    }
    if (measure.right() > measure.near() || isLog && measure.right() < 1) {
      String factors = isLog ? ", both factors of at least 1" : "";
      flaws.add(
          "right %s, near %s: expected right <= near%s"
              .formatted(measure.right(), measure.near(), factors));
    }
    return flaws;
  }

  /** Missing texts, and texts that belong to nothing. */
  static List<String> texts(Lesson lesson) {
    List<String> problems = new ArrayList<>();
    Set<String> required = LessonTexts.required(lesson);
    for (LessonTexts texts : lesson.texts().values()) {
      String file = lesson.folder().resolve("text." + texts.language() + ".yaml").toString();
      required.stream()
          .filter(id -> !texts.byId().containsKey(id))
          .forEach(id -> problems.add(file + ": lacks '" + id + "'"));
      texts.byId().keySet().stream()
          .filter(id -> !required.contains(id))
          .forEach(id -> problems.add(file + ": '" + id + "' belongs to no question"));
    }
    return problems;
  }
}
