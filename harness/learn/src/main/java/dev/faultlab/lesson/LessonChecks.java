package dev.faultlab.lesson;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Metric;
import dev.faultlab.lab.Variant;
import dev.faultlab.point.Selector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules for a lesson beyond its schema. */
record LessonChecks(Lab lab, Lesson lesson) {
  /** Path in lesson.yaml to the error there. */
  Map<List<String>, List<String>> structure() {
    Map<List<String>, List<String>> problems = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    for (Question question : lesson.questions()) {
      List<String> said = new ArrayList<>();
      if (!seen.add(question.id())) {
        said.add("question '" + question.id() + "' is in both stages");
      }
      Queries queries = new Queries(question.declared());
      Stream.concat(queries.ofAnswer(), queries.ofFigures())
          .forEach(query -> unknown(queries, query, said));
      question.form().measure().ifPresent(measure -> said.addAll(measure(measure)));
      if (question.isChoice() && !question.options().contains(question.explained())) {
        said.add("explained '" + question.explained() + "', expected one of " + question.options());
      }
      boolean predicted = question.stage() == Stage.PREDICT;
      if (predicted && queries.ofAnswer().findAny().isEmpty()) {
        said.add("question '" + question.id() + "' is bound to nothing that a run measures");
      }
      if (predicted && question.declared().path("choice").findValue("stated") != null) {
        said.add("question '" + question.id() + "': 'stated' is for transfer; a run must tell");
      }
      if (!said.isEmpty()) {
        problems.put(List.of(Stage.word(question.stage()), question.id()), List.copyOf(said));
      }
    }
    return problems;
  }

  private static List<String> measure(AnswerForm.Measure measure) {
    List<String> said = new ArrayList<>();
    boolean log = measure.scale() == AnswerForm.Scale.LOG;
    if (measure.from() >= measure.to() || log && measure.from() <= 0) {
      said.add("numbers from " + measure.from() + " to " + measure.to() + " cannot be drawn");
    }
    if (measure.right() > measure.near() || log && measure.right() < 1) {
      String factors = log ? ", both factors of at least 1" : "";
      said.add(
          "right %s, near %s: expected right <= near%s"
              .formatted(measure.right(), measure.near(), factors));
    }
    return said;
  }

  private void unknown(Queries queries, JsonNode query, List<String> said) {
    if (query.has("metric") || query.has("effect")) {
      String metric = query.path(query.has("metric") ? "metric" : "effect").asText();
      known("metric", metric, lab.metrics().stream().map(Metric::id).toList(), said);
    } else {
      known("signature", queries.signature(query), lab.signatures().keySet(), said);
    }
    Set<String> axes = lab.axes().stream().map(axis -> axis.name()).collect(Collectors.toSet());
    lab.metrics().forEach(metric -> metric.each().ifPresent(each -> axes.add(each.label())));
    List<JsonNode> places =
        query.has("effect")
            ? List.of(query.path("fault"), query.path("control"))
            : List.of(queries.at(query));
    for (JsonNode place : places) {
      Selector at = Queries.selector(place, query.path("within"));
      at.axes().forEach(axis -> known("axis", axis, axes, said));
      List<String> variants = lab.variants().stream().map(Variant::id).toList();
      at.variant().ifPresent(variant -> known("variant", variant, variants, said));
    }
  }

  private static void known(String what, String id, Collection<String> ids, List<String> said) {
    if (!ids.contains(id)) {
      said.add("the lab has no %s '%s'; it has %s".formatted(what, id, ids));
    }
  }

  /** Figures that only a question's texts or only lesson.yaml has. */
  private static List<String> figures(Question question, LessonTexts texts) {
    Set<String> used = new TreeSet<>();
    texts.explanation(question).forEach(text -> used.addAll(ExplanationFigures.in(text)));
    List<String> said = new ArrayList<>();
    Set<String> figures = new LinkedHashSet<>();
    question.declared().path("figures").fieldNames().forEachRemaining(figures::add);
    used.stream()
        .filter(id -> !figures.contains(id))
        .forEach(id -> said.add("'" + question.id() + "' has no figure '" + id + "'"));
    figures.stream()
        .filter(id -> !used.contains(id))
        .forEach(id -> said.add("the explanation of '" + question.id() + "' lacks {" + id + "}"));
    return said;
  }

  /** Missing texts of languages that claim to be complete, and texts that belong to nothing. */
  static List<String> texts(Lesson lesson) {
    List<String> problems = new ArrayList<>();
    Set<String> required = LessonTexts.required(lesson);
    boolean first = true;
    for (LessonTexts texts : lesson.texts().values()) {
      String file = lesson.folder().resolve("text." + texts.language() + ".yaml").toString();
      if (first && !texts.complete()) {
        problems.add(file + ": the first language must be complete");
      }
      if (texts.complete()) {
        required.stream()
            .filter(id -> !texts.byId().containsKey(id))
            .forEach(id -> problems.add(file + ": claims to be complete and lacks '" + id + "'"));
      }
      texts.byId().keySet().stream()
          .filter(id -> !required.contains(id))
          .forEach(id -> problems.add(file + ": '" + id + "' belongs to no question"));
      for (Question question : texts.complete() ? lesson.questions() : List.<Question>of()) {
        figures(question, texts).forEach(said -> problems.add(file + ": " + said));
      }
      first = false;
    }
    return problems;
  }
}
