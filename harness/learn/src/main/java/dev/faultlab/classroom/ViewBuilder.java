package dev.faultlab.classroom;

import dev.faultlab.challenge.ChallengeReader;
import dev.faultlab.classroom.Event.Joined;
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

/** Makes the views: decides who may see what, and when. */
final class ViewBuilder {
  private final Session session;
  private final GradingResults evidence;
  private final ClassRun runs;
  private final ProblemLog troubles;
  private final Markdown markdown = new Markdown();

  ViewBuilder(Session session, GradingResults evidence, ClassRun runs, ProblemLog troubles) {
    this.session = session;
    this.evidence = evidence;
    this.runs = runs;
    this.troubles = troubles;
  }

  /**
   * A person's page.
   *
   * @param person who looks; a facilitator is nobody
   * @param wanted language, if any was asked for
   */
  View of(Optional<Joined> person, boolean lead, Optional<String> wanted) {
    ClassState state = session.state();
    Lesson lesson = session.lesson();
    LessonTexts texts = texts(wanted);
    Votes votes = new Votes(state, lesson);
    AnswerRevealer revealing = new AnswerRevealer(state, evidence, texts, markdown, troubles);
    Asking asking = new Asking(session, texts, markdown);
    Map<String, View.Found> found = new LinkedHashMap<>();
    Map<String, List<List<Prediction.Given>>> everybody = new LinkedHashMap<>();
    for (Question question : lesson.questions()) {
      // The facilitator sees all, to choose what comes next.
      if (state.revealed(question) && (person.isEmpty() || state.inSight(question))) {
        found.put(question.id(), revealing.of(person, question));
        everybody.put(question.id(), votes.said(question));
      }
    }
    List<Grade> grades = found.values().stream().flatMap(f -> f.grade().stream()).toList();
    return new View(
        state.opened().session(),
        lesson.lab(),
        state.opened().room(),
        lead,
        texts.language(),
        lesson.texts().values().stream()
            .filter(LessonTexts::complete)
            .map(LessonTexts::language)
            .toList(),
        texts.get(LessonTexts.TITLE),
        Phase.of(state.opened().room()),
        state.now().phase(),
        state.furthest(),
        state.now().focus(),
        state.now().until(),
        lesson.minutes(),
        person.map(Joined::name).orElse(""),
        markdown.html(texts.get(LessonTexts.INCIDENT)),
        lesson.picture().map(file -> texts.get(LessonTexts.PICTURE)),
        lesson.questions().stream()
            // A question of the transfer may give away what is asked before it.
            .filter(q -> lead || q.stage() == Stage.PREDICT || state.locked())
            .map(asking::of)
            .toList(),
        person.map(p -> votes.of(p.person())).orElse(Map.of()),
        state.locked() && runs.going(),
        state.graded().map(g -> result(g.run(), lead, state)),
        state.offered().filter(o -> lead).map(o -> result(o.run(), true, state)),
        found,
        everybody,
        grades.isEmpty() ? Optional.empty() : Optional.of(ConfidenceScore.of(grades)),
        state.revealed()
            ? Optional.of(markdown.html(texts.get(LessonTexts.REPAIR)))
            : Optional.empty(),
        state.revealed() ? repairs(texts.language()) : List.of(),
        state.revealed()
            ? Optional.of(markdown.html(texts.get(LessonTexts.MONDAY)))
            : Optional.empty());
  }

  /** The facilitator's page. */
  LeadView lead(String join, Optional<String> wanted) {
    ClassState state = session.state();
    Votes votes = new Votes(state, session.lesson());
    Map<String, List<List<Prediction.Given>>> said = new LinkedHashMap<>();
    Map<String, List<Double>> confidence = new LinkedHashMap<>();
    for (Question question : session.lesson().questions()) {
      said.put(question.id(), votes.said(question));
      confidence.put(question.id(), votes.confidence(question));
    }
    return new LeadView(
        of(Optional.empty(), true, wanted),
        state.now().shown(),
        join,
        session.code(),
        state.people().values().stream()
            .map(p -> new LeadView.Person(p.person(), p.name(), votes.answered(p.person())))
            .toList(),
        runs.going(),
        said,
        confidence);
  }

  /** What somebody may know of a run as a whole. */
  private View.Result result(String run, boolean lead, ClassState state) {
    Optional<Verdict> verdict = lead || state.revealed() ? verdict(run) : Optional.empty();
    return new View.Result(
        run,
        verdict.map(Verdict::judgement),
        lead ? verdict.map(Verdict::reasons).orElse(List.of()) : List.of());
  }

  private Optional<Verdict> verdict(String run) {
    try {
      return Optional.of(evidence.verdict(run));
    } catch (IOException | RuntimeException e) {
      troubles.add("the verdict of " + run, e);
      return Optional.empty();
    }
  }

  private List<View.Repair> repairs(String language) {
    List<View.Repair> repairs = new ArrayList<>();
    ChallengeReader.texts(session.lesson().folder(), language)
        .forEach(
            (id, text) ->
                repairs.add(new View.Repair(id, text.title(), markdown.html(text.story()))));
    return repairs;
  }

  /** Language that was asked for, else that of the session, else the one it was written in. */
  private LessonTexts texts(Optional<String> wanted) {
    Lesson lesson = session.lesson();
    return wanted
        .flatMap(lesson::in)
        .filter(LessonTexts::complete)
        .or(() -> lesson.in(session.opened().language()))
        .orElseGet(() -> lesson.texts().values().iterator().next());
  }
}
