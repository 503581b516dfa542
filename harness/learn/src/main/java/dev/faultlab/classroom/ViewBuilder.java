package dev.faultlab.classroom;

import dev.faultlab.classroom.ClassState.Joined;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** Makes the views: decides who may see what, and when. */
record ViewBuilder(
    Session session,
    GradingResults results,
    ClassRun run,
    ProblemLog problems,
    Markdown markdown,
    AtomicReference<Votes> newest) {

  private Votes votes(ClassState state) {
    return newest.updateAndGet(
        votes ->
            votes != null && votes.state() == state
                ? votes
                : new Votes(state, session.lesson(), new ConcurrentHashMap<>()));
  }

  /**
   * A person's page.
   *
   * @param person viewer; empty for a facilitator
   * @param wanted requested language, if any
   */
  View of(Optional<Joined> person, boolean lead, Optional<String> wanted) {
    ClassState state = session.state();
    Lesson lesson = session.lesson();
    LessonTexts texts = texts(wanted);
    Votes votes = votes(state);
    AnswerRevealer revealer = new AnswerRevealer(state, results, texts, markdown, problems);
    Map<String, View.Found> found = new LinkedHashMap<>();
    Map<String, List<List<Prediction.Given>>> everybody = new LinkedHashMap<>();
    for (Question question : lesson.questions()) {
      // The facilitator sees all, to choose the next step.
      if (state.revealed(question) && (person.isEmpty() || state.inSight(question))) {
        found.put(question.id(), revealer.of(person, question));
        everybody.put(question.id(), votes.said(question));
      }
    }
    List<Grade> grades = found.values().stream().flatMap(f -> f.grade().stream()).toList();
    List<View.Asked> asked =
        lesson.questions().stream()
            // A question of the transfer may give earlier answers away.
            .filter(q -> lead || q.stage() == Stage.PREDICT || state.locked())
            .map(question -> View.Asked.of(question, texts, markdown, session))
            .toList();
    List<String> languages =
        lesson.texts().values().stream()
            .filter(LessonTexts::complete)
            .map(LessonTexts::language)
            .toList();
    ClassState.Opened opened = state.opened();
    return new View(
        new View.About(
            opened.session(),
            lesson.lab(),
            opened.room(),
            lead,
            texts.language(),
            languages,
            texts.get(LessonTexts.TITLE)),
        new View.Now(
            Phase.of(opened.room()),
            state.now().phase(),
            state.furthest(),
            state.now().focus(),
            state.now().until(),
            lesson.minutes(),
            state.locked() && run.underWay()),
        new View.Incident(
            html(texts, LessonTexts.INCIDENT),
            lesson.picture().map(file -> texts.get(LessonTexts.PICTURE))),
        new View.Personal(
            person.map(Joined::name).orElse(""),
            person.map(p -> votes.of(p.person())).orElse(Map.of()),
            grades.isEmpty() ? Optional.empty() : Optional.of(ConfidenceScore.of(grades))),
        new View.Questions(asked),
        new View.Results(
            state.graded().map(g -> result(g.run(), lead, state)),
            state.offered().filter(o -> lead).map(o -> result(o, true, state)),
            found,
            everybody),
        state.revealed() ? afterReveal(texts) : View.AfterReveal.HIDDEN);
  }

  private String html(LessonTexts texts, String id) {
    return markdown.html(texts.get(id));
  }

  private View.AfterReveal afterReveal(LessonTexts texts) {
    return new View.AfterReveal(
        Optional.of(html(texts, LessonTexts.REPAIR)),
        Repairs.texts(session.lesson().folder(), texts.language()).entrySet().stream()
            .map(
                e ->
                    new View.Repair(
                        e.getKey(), e.getValue().title(), markdown.html(e.getValue().story())))
            .toList(),
        Optional.of(html(texts, LessonTexts.MONDAY)));
  }

  /** The facilitator's page. */
  View.OfLead lead(String join, Optional<String> wanted) {
    ClassState state = session.state();
    Votes votes = votes(state);
    View.Room room = new View.Room(new LinkedHashMap<>(), new LinkedHashMap<>());
    for (Question question : session.lesson().questions()) {
      room.said().put(question.id(), votes.said(question));
      room.confidence().put(question.id(), votes.confidence(question));
    }
    return new View.OfLead(
        of(Optional.empty(), true, wanted),
        state.now().shown(),
        join,
        session.code(),
        state.people().values().stream()
            .map(p -> new View.Person(p.person(), p.name(), votes.answered(p.person())))
            .toList(),
        run.underWay(),
        room);
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
  private LessonTexts texts(Optional<String> wanted) {
    Lesson lesson = session.lesson();
    return wanted
        .flatMap(lesson::in)
        .filter(LessonTexts::complete)
        .or(() -> lesson.in(session.opened().language()))
        .orElseGet(() -> lesson.texts().values().iterator().next());
  }
}
