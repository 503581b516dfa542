package dev.faultlab.classroom;

import dev.faultlab.classroom.ClassState.Member;
import dev.faultlab.exercise.Repairs;
import dev.faultlab.lesson.ConfidenceScore;
import dev.faultlab.lesson.Grade;
import dev.faultlab.lesson.Lesson;
import dev.faultlab.lesson.LessonTexts;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import dev.faultlab.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the contents of pages: decides who may see what, and when. */
final class ViewBuilder {
  private final Session session;
  private final GradingResults results;
  private final ClassRun run;
  private final ProblemLog problems;
  private volatile RoomAnswers newest;

  ViewBuilder(Session session, GradingResults results, ClassRun run, ProblemLog problems) {
    this.session = session;
    this.results = results;
    this.run = run;
    this.problems = problems;
  }

  /** The room's answers to each question in each round. */
  private record RoomAnswers(
      ClassState state, Map<String, List<List<Prediction.Given>>> byQuestion) {}

  /** Once for a room that asks for them at the same time. */
  private Map<String, List<List<Prediction.Given>>> answersOf(ClassState state) {
    RoomAnswers votes = newest;
    if (votes == null || votes.state() != state) {
      votes = new RoomAnswers(state, new LinkedHashMap<>());
      for (Question question : session.lesson().questions()) {
        votes.byQuestion().put(question.id(), state.answersTo(question.id()));
      }
      newest = votes;
    }
    return votes.byQuestion();
  }

  /**
   * What one person's page shows now, without anything that this person may not see yet.
   *
   * @param person viewer; empty for a facilitator
   * @param language requested language, if any
   */
  Map<String, Object> of(Optional<Member> person, boolean lead, Optional<String> language) {
    ClassState state = session.state();
    Lesson lesson = session.lesson();
    LessonTexts texts = texts(language);
    Map<String, View.OutcomeView> found = new LinkedHashMap<>();
    Map<String, List<List<Prediction.Given>>> answersOfAll = new LinkedHashMap<>();
    List<Member> counted = person.map(List::of).orElse(List.copyOf(state.people().values()));
    List<Grade> grades = new ArrayList<>();
    for (Question question : lesson.questions()) {
      // The facilitator sees all, to choose the next step.
      if (state.revealed(question) && (person.isEmpty() || state.isVisible(question))) {
        View.OutcomeView outcome = outcomeView(state, person, question, texts);
        found.put(question.id(), outcome);
        for (Member each : counted) {
          each.last(question.id())
              .flatMap(given -> results.grade(question, given, outcome.found().measured()))
              .ifPresent(grades::add);
        }
        answersOfAll.put(question.id(), answersOf(state).get(question.id()));
      }
    }
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("lab", lesson.lab());
    view.put("room", state.opened().room());
    view.put("lead", lead);
    view.put("language", texts.language());
    view.put("languages", lesson.texts().keySet());
    view.put("title", texts.get(LessonTexts.TITLE));
    view.put("phases", Phase.of(state.opened().room()));
    view.put("phase", state.now().phase());
    view.put("furthest", state.furthest());
    view.put("focus", state.now().focus());
    view.put("until", state.now().until());
    view.put("running", state.locked() && run.underWay());
    view.put("incident", html(texts, LessonTexts.INCIDENT));
    view.put("picture", lesson.picture().map(file -> texts.get(LessonTexts.PICTURE)));
    view.put("name", person.map(Member::name).orElse(""));
    // Question to this person's answers in each round; null for a facilitator.
    view.put("mine", person.map(Member::answers));
    // Over all revealed questions that were predicted; for a facilitator, by the whole room.
    view.put("score", Optional.of(grades).filter(g -> !g.isEmpty()).map(ConfidenceScore::of));
    view.put(
        "questions",
        lesson.questions().stream()
            // A question of the transfer may give earlier answers away.
            .filter(q -> lead || q.stage() == Stage.PREDICT || state.locked())
            .map(question -> View.QuestionView.of(question, texts, session))
            .toList());
    view.put("graded", state.graded().map(run -> result(run, lead, state)));
    view.put("offered", state.offered().filter(o -> lead).map(o -> result(o, true, state)));
    view.put("found", found);
    view.put("everybody", answersOfAll);
    Optional<LessonTexts> after = Optional.of(texts).filter(t -> state.revealed());
    view.put("repair", after.map(t -> html(t, LessonTexts.REPAIR)));
    view.put("repairs", after.map(this::repairs).orElse(List.of()));
    view.put("monday", after.map(t -> html(t, LessonTexts.MONDAY)));
    return view;
  }

  private View.OutcomeView outcomeView(
      ClassState state, Optional<Member> person, Question question, LessonTexts texts) {
    GradingResults.Answered found = results.answerTo(state.graded().orElseThrow(), question, texts);
    return new View.OutcomeView(
        found,
        person
            .flatMap(p -> p.last(question.id()))
            .flatMap(prediction -> results.grade(question, prediction, found.measured())));
  }

  private String html(LessonTexts texts, String id) {
    return Markdown.html(texts.get(id));
  }

  private List<View.Repair> repairs(LessonTexts texts) {
    List<View.Repair> repairs = new ArrayList<>();
    Repairs.texts(session.lesson().folder(), texts.language())
        .forEach((id, t) -> repairs.add(new View.Repair(id, t.title(), Markdown.html(t.story()))));
    return repairs;
  }

  /** What the facilitator's page and the projector show: the view, and the room. */
  Map<String, Object> lead(String join, Optional<String> language) {
    ClassState state = session.state();
    Map<String, Object> confidence = new LinkedHashMap<>();
    for (Question question : session.lesson().questions()) {
      confidence.put(question.id(), state.confidence(question.id()));
    }
    int round = state.now().phase() == Phase.AGAIN ? 2 : 1;
    Map<String, Object> lead = new LinkedHashMap<>();
    lead.put("view", of(Optional.empty(), true, language));
    lead.put("shown", state.now().shown());
    lead.put("join", join);
    lead.put("code", session.code());
    lead.put(
        "people",
        state.people().values().stream()
            .map(p -> new View.Person(p.person(), p.name(), p.answered(round)))
            .toList());
    lead.put("running", run.underWay());
    lead.put("said", answersOf(state));
    lead.put("confidence", confidence);
    return lead;
  }

  /** What a person may know about a run as a whole. */
  private View.Result result(String name, boolean lead, ClassState state) {
    Optional<Verdict> verdict = lead || state.revealed() ? verdict(name) : Optional.empty();
    return new View.Result(
        name,
        verdict.map(Verdict::judgement),
        lead ? verdict.map(Verdict::reasons).orElse(List.of()) : List.of());
  }

  private Optional<Verdict> verdict(String name) {
    try {
      return Optional.of(results.verdict(name));
    } catch (IOException | RuntimeException e) {
      problems.add("the verdict of " + name, e);
      return Optional.empty();
    }
  }

  /** The requested language, else the session's, else the original one. */
  private LessonTexts texts(Optional<String> language) {
    Lesson lesson = session.lesson();
    return language
        .flatMap(lesson::textsIn)
        .or(() -> lesson.textsIn(session.start().language()))
        .orElseGet(lesson::original);
  }
}
