package dev.faultlab.classroom;

import dev.faultlab.classroom.Event.Graded;
import dev.faultlab.classroom.Event.Joined;
import dev.faultlab.lesson.Calibration;
import dev.faultlab.lesson.Form;
import dev.faultlab.lesson.Grade;
import dev.faultlab.lesson.Grader;
import dev.faultlab.lesson.Lesson;
import dev.faultlab.lesson.LessonTexts;
import dev.faultlab.lesson.Measured;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Makes the views: decides who may see what, and when. */
final class Views {
  private final Session session;
  private final Evidence evidence;
  private final Runs runs;
  private final Markdown markdown = new Markdown();

  Views(Session session, Evidence evidence, Runs runs) {
    this.session = session;
    this.evidence = evidence;
    this.runs = runs;
  }

  /**
   * A person's page.
   *
   * @param person who looks; a facilitator is nobody
   * @param wanted language, if any was asked for
   */
  View of(Optional<Joined> person, boolean lead, Optional<String> wanted) throws IOException {
    ClassState state = session.state();
    Lesson lesson = session.lesson();
    LessonTexts texts = texts(wanted);
    Map<String, View.Found> found = new LinkedHashMap<>();
    Map<String, List<List<Prediction.Given>>> everybody = new LinkedHashMap<>();
    for (Question question : lesson.questions()) {
      if (revealed(state, question)) {
        found.put(question.id(), found(state, person, question, texts));
        everybody.put(question.id(), said(state, question));
      }
    }
    List<Grade> grades = found.values().stream().flatMap(f -> f.grade().stream()).toList();
    return new View(
        state.opened().session(),
        lesson.lab(),
        state.opened().room(),
        lead,
        texts.language(),
        List.copyOf(lesson.texts().keySet()),
        texts.get(LessonTexts.TITLE),
        Phase.of(state.opened().room()),
        state.now().phase(),
        state.furthest(),
        state.now().focus(),
        state.now().until(),
        lesson.minutes(),
        person.map(Joined::name).orElse(""),
        markdown.html(texts.get(LessonTexts.INCIDENT)),
        lesson.questions().stream()
            // A question of the transfer may give away what is asked before it.
            .filter(q -> lead || q.stage() == Stage.PREDICT || state.locked())
            .map(q -> asked(q, texts))
            .toList(),
        person.map(p -> mine(state, p.person())).orElse(Map.of()),
        state.locked() ? Optional.of(runs.shown()) : Optional.empty(),
        state.graded().map(Graded::run),
        found,
        everybody,
        grades.isEmpty() ? Optional.empty() : Optional.of(Calibration.of(grades)),
        state.revealed()
            ? Optional.of(markdown.html(texts.get(LessonTexts.REPAIR)))
            : Optional.empty(),
        state.revealed() ? repairs(texts.language()) : List.of(),
        state.revealed()
            ? Optional.of(markdown.html(texts.get(LessonTexts.MONDAY)))
            : Optional.empty());
  }

  /** The facilitator's page. */
  LeadView lead(String join, Optional<String> wanted) throws IOException {
    ClassState state = session.state();
    Map<String, List<List<Prediction.Given>>> said = new LinkedHashMap<>();
    Map<String, List<Double>> confidence = new LinkedHashMap<>();
    for (Question question : session.lesson().questions()) {
      said.put(question.id(), said(state, question));
      confidence.put(
          question.id(),
          List.of(1, 2).stream()
              .map(
                  round ->
                      answers(state, question, round).stream()
                          .mapToDouble(Prediction::confidence)
                          .average()
                          .orElse(0))
              .toList());
    }
    return new LeadView(
        of(Optional.empty(), true, wanted),
        state.now().shown(),
        join,
        state.opened().code(),
        state.people().values().stream()
            .map(p -> new LeadView.Person(p.person(), p.name(), answered(state, p.person())))
            .toList(),
        state.graded(),
        runs.shown(),
        said,
        confidence);
  }

  private List<Repairs.Repair> repairs(String language) throws IOException {
    return new Repairs(session.lesson().folder())
        .in(language).stream()
            .map(r -> new Repairs.Repair(r.id(), r.title(), markdown.html(r.story())))
            .toList();
  }

  /** Language that was asked for, else that of the session, else the one it was written in. */
  private LessonTexts texts(Optional<String> wanted) {
    Lesson lesson = session.lesson();
    return wanted
        .flatMap(lesson::in)
        .or(() -> lesson.in(session.opened().language()))
        .orElseGet(() -> lesson.texts().values().iterator().next());
  }

  private static boolean revealed(ClassState state, Question question) {
    return state.graded().isPresent()
        && (question.stage() == Stage.TRANSFER ? state.scored() : state.revealed());
  }

  private View.Found found(
      ClassState state, Optional<Joined> person, Question question, LessonTexts texts)
      throws IOException {
    Evidence.Found found = evidence.found(state.graded().orElseThrow(), question);
    Optional<Grade> grade =
        person
            .flatMap(p -> state.last(p.person(), question.id()))
            .flatMap(prediction -> Grader.grade(question, prediction, found.measured()));
    Map<String, String> why = new LinkedHashMap<>();
    if (question.form() instanceof Form.Choice choice) {
      choice.options().forEach(o -> why.put(o, markdown.html(texts.why(question, o))));
    }
    return new View.Found(
        found.measured(),
        found.run(),
        found.instead(),
        question.form() instanceof Form.Choice choice
            && found.measured() instanceof Measured.Chosen chosen
            && !choice.explained().equals(chosen.option()),
        grade,
        markdown.html(texts.explain(question)),
        why,
        question.links());
  }

  private View.Asked asked(Question question, LessonTexts texts) {
    Form form = question.form();
    Optional<Form.Measure> measure = Optional.empty();
    Optional<String> unit = Optional.empty();
    String kind = "choice";
    if (form instanceof Form.Number number) {
      kind = "number";
      measure = Optional.of(number.measure());
    } else if (form instanceof Form.Curve curve) {
      kind = "curve";
      measure = Optional.of(curve.measure());
    } else if (form instanceof Form.Order order) {
      kind = "order";
      unit = Optional.of(order.unit());
    }
    Optional<Form.Curve> curve =
        form instanceof Form.Curve drawn ? Optional.of(drawn) : Optional.empty();
    return new View.Asked(
        question.id(),
        question.stage(),
        kind,
        markdown.html(texts.ask(question)),
        measure,
        unit,
        curve.map(Form.Curve::axis),
        curve.map(c -> c.at().stream().map(Form.Spot::x).toList()).orElse(List.of()),
        form.options().stream().map(o -> new View.Option(o, texts.option(question, o))).toList(),
        session.open(question).map(Phase.Round::number));
  }

  private Map<String, List<Optional<Prediction>>> mine(ClassState state, int person) {
    Map<String, List<Optional<Prediction>>> mine = new LinkedHashMap<>();
    for (Question question : session.lesson().questions()) {
      mine.put(
          question.id(),
          List.of(state.answer(1, person, question.id()), state.answer(2, person, question.id())));
    }
    return mine;
  }

  private List<String> answered(ClassState state, int person) {
    int round = state.now().phase() == Phase.AGAIN ? 2 : 1;
    return List.copyOf(
        state.answers().getOrDefault(round, Map.of()).getOrDefault(person, Map.of()).keySet());
  }

  private static List<List<Prediction.Given>> said(ClassState state, Question question) {
    List<List<Prediction.Given>> rounds = new ArrayList<>();
    for (int round : List.of(1, 2)) {
      rounds.add(
          answers(state, question, round).stream()
              .map(Prediction::given)
              // By what they said: the order of persons would tell who said it.
              .sorted(Comparator.comparing(Prediction.Given::toString))
              .toList());
    }
    return rounds;
  }

  private static List<Prediction> answers(ClassState state, Question question, int round) {
    return state.answers().getOrDefault(round, Map.of()).values().stream()
        .map(own -> own.get(question.id()))
        .filter(Objects::nonNull)
        .toList();
  }
}
