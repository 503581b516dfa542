package dev.faultlab.lesson;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Metric;
import dev.faultlab.lab.Variant;
import dev.faultlab.point.Selector;
import dev.faultlab.result.ResultQuery;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
          .forEach(query -> said.addAll(unknown(query)));
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
        problems.put(
            List.of(LessonMapper.word(question.stage()), question.id()), List.copyOf(said));
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

  private List<String> unknown(ResultQuery query) {
    List<String> said = new ArrayList<>();
    if (query instanceof ResultQuery.OfFact fact) {
      signature(fact.signature().orElseThrow(), said);
      selector(fact.at(), said);
    } else if (query instanceof ResultQuery.OfMetric metric) {
      metric(metric.metric(), said);
      selector(metric.at(), said);
    } else if (query instanceof ResultQuery.OfEffect effect) {
      metric(effect.metric(), said);
      selector(effect.fault(), said);
      selector(effect.control(), said);
    } else if (query instanceof ResultQuery.OfCount count) {
      signature(count.signature(), said);
      selector(count.at(), said);
    } else if (query instanceof ResultQuery.OfOutcome outcome) {
      signature(outcome.signature(), said);
      selector(outcome.at(), said);
    }
    return said;
  }

  private void signature(String id, List<String> said) {
    if (!lab.signatures().containsKey(id)) {
      said.add("the lab has no signature '" + id + "'; it has " + lab.signatures().keySet());
    }
  }

  private void metric(String id, List<String> said) {
    List<String> known = lab.metrics().stream().map(Metric::id).toList();
    if (!known.contains(id)) {
      said.add("the lab has no metric '" + id + "'; it has " + known);
    }
  }

  private void selector(Selector at, List<String> said) {
    Set<String> axes = lab.axes().stream().map(axis -> axis.name()).collect(Collectors.toSet());
    lab.metrics().forEach(metric -> metric.each().ifPresent(each -> axes.add(each.label())));
    at.axes().stream()
        .filter(axis -> !axes.contains(axis))
        .forEach(axis -> said.add("the lab has no axis '" + axis + "'; it has " + axes));
    at.variant()
        .filter(id -> lab.variant(id).isEmpty())
        .map("the lab has no variant '%s'; it has "::formatted)
        .ifPresent(no -> said.add(no + lab.variants().stream().map(Variant::id).toList()));
  }

  /** Figures that only a question's texts or only lesson.yaml has. */
  private static List<String> figures(Question question, LessonTexts texts) {
    Set<String> used = new TreeSet<>();
    texts.explanation(question).forEach(text -> used.addAll(ExplanationFigures.in(text)));
    List<String> said = new ArrayList<>();
    used.stream()
        .filter(id -> !question.figures().containsKey(id))
        .forEach(id -> said.add("'" + question.id() + "' has no figure '" + id + "'"));
    question.figures().keySet().stream()
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
