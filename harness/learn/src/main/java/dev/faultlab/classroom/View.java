package dev.faultlab.classroom;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lesson.ConfidenceScore;
import dev.faultlab.lesson.ExplanationFigures;
import dev.faultlab.lesson.Form;
import dev.faultlab.lesson.Grade;
import dev.faultlab.lesson.LessonTexts;
import dev.faultlab.lesson.Measured;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Question;
import dev.faultlab.lesson.Stage;
import dev.faultlab.point.Value;
import dev.faultlab.verdict.Judgement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All that one person's page shows now, and nothing that this person may not see yet. Texts of the
 * lesson are HTML; {@code name} and all others are plain. In JSON it is one flat object.
 */
record View(
    @JsonUnwrapped About about,
    @JsonUnwrapped Now now,
    @JsonUnwrapped Incident incident,
    @JsonUnwrapped Personal personal,
    @JsonUnwrapped Questions questions,
    @JsonUnwrapped Results results,
    @JsonUnwrapped AfterReveal after) {

  /**
   * @param lead whether this person leads
   * @param languages that the lesson has
   */
  record About(
      String session,
      String lab,
      boolean room,
      boolean lead,
      String language,
      List<String> languages,
      String title) {}

  /**
   * @param furthest the latest phase that was ever reached
   * @param minutes how long each stage of the lesson is meant to take
   * @param running whether a run of this session is under way, from the phase of the run on
   */
  record Now(
      List<Phase> phases,
      Phase phase,
      Phase furthest,
      Optional<String> focus,
      Optional<String> until,
      Map<Stage, Integer> minutes,
      boolean running) {}

  /**
   * @param incident what was published
   * @param picture what the incident's picture shows; empty where there is none
   */
  record Incident(String incident, Optional<String> picture) {}

  /**
   * @param name as this person typed it
   * @param mine question to this person's answers: before the discussion, after it
   * @param score over all that is revealed and was predicted
   */
  record Personal(
      String name, Map<String, List<Optional<Prediction>>> mine, Optional<ConfidenceScore> score) {}

  /** The questions that this person may see. */
  record Questions(List<Asked> questions) {}

  /**
   * @param graded the result that is graded by, once it was chosen
   * @param offered a run of this session that waits to be chosen; only for the facilitator
   * @param found question to what was measured; empty before the reveal, and only what is in focus
   *     while one question is revealed
   * @param everybody question to what the room said in each round, in no order of persons; empty
   *     before the reveal
   */
  record Results(
      Optional<Result> graded,
      Optional<Result> offered,
      Map<String, Found> found,
      Map<String, List<List<Prediction.Given>>> everybody) {}

  /**
   * @param repair what the learner is to do; empty before the reveal
   * @param repairs the lab's challenges, if it has any; none before the reveal
   */
  record AfterReveal(Optional<String> repair, List<Repair> repairs, Optional<String> monday) {
    static final AfterReveal HIDDEN =
        new AfterReveal(Optional.empty(), List.of(), Optional.empty());
  }

  /**
   * A question as it is asked.
   *
   * @param quick the shortest form of the lab that answers it
   * @param round in which it can be answered now; empty where it cannot
   */
  record Asked(
      String id,
      Stage stage,
      String ask,
      @JsonUnwrapped AskedFor form,
      List<Option> options,
      RunForm quick,
      Optional<Integer> round) {

    static Asked of(Question question, LessonTexts texts, Markdown html, Session session) {
      return new Asked(
          question.id(),
          question.stage(),
          html.html(texts.ask(question)),
          AskedFor.of(question.form()),
          question.shown().stream().map(o -> new Option(o, texts.option(question, o))).toList(),
          question.least(),
          session.open(question).map(Phase.Round::number));
    }
  }

  /**
   * What a question asks for.
   *
   * @param kind number, choice, order or curve
   * @param measure of numbers; empty for the other kinds
   * @param unit of what is put in order; empty for the other kinds
   * @param axis of a curve
   * @param at the values on the axis
   */
  record AskedFor(
      String kind,
      Optional<Form.Measure> measure,
      Optional<String> unit,
      Optional<String> axis,
      List<Value> at) {
    static AskedFor of(Form form) {
      Optional<Form.Curve> curve =
          form instanceof Form.Curve drawn ? Optional.of(drawn) : Optional.empty();
      return new AskedFor(
          form instanceof Form.Number
              ? "number"
              : form instanceof Form.Curve
                  ? "curve"
                  : form instanceof Form.Order ? "order" : "choice",
          form.measured(),
          form instanceof Form.Order order ? Optional.of(order.unit()) : Optional.empty(),
          curve.map(Form.Curve::axis),
          curve.map(c -> c.at().stream().map(Form.Spot::x).toList()).orElse(List.of()));
    }
  }

  /** What can be chosen or put in order. */
  record Option(String id, String text) {}

  /**
   * A result that is graded by, or could be.
   *
   * @param run as {@code RunStore.find} takes it
   * @param judgement of that run; empty before the reveal, except for the facilitator
   * @param reasons for it; only for the facilitator, as they may tell what is not revealed yet
   */
  record Result(String run, Optional<Judgement> judgement, List<String> reasons) {}

  /**
   * What came out.
   *
   * @param grade of this person's last answer
   */
  record Found(
      @JsonUnwrapped Answer answer,
      Optional<Grade> grade,
      @JsonUnwrapped Explanation explanation) {}

  /**
   * What was measured.
   *
   * @param run that answered
   * @param instead why the run of choice could not
   * @param surprise whether the texts explain another option than the one that came out
   * @param files those of the places that can be fetched
   */
  record Answer(
      Measured measured,
      String run,
      Optional<String> instead,
      boolean surprise,
      Set<String> files) {}

  /**
   * Why it came out so.
   *
   * @param why option to what is right or wrong with it
   * @param figures those of the explanation
   * @param figuresFrom the run that they are of; empty where there are none
   */
  record Explanation(
      String explain,
      Map<String, String> why,
      List<ExplanationFigures.Shown> figures,
      Optional<String> figuresFrom,
      List<String> links) {}

  /**
   * A challenge.
   *
   * @param id as {@code ./faultlab repair start LAB} takes it
   * @param story what is wrong, and what may be changed
   */
  record Repair(String id, String title, String story) {}

  /**
   * What the facilitator's page and the projector show beside the view.
   *
   * @param shown whether the projector shows what the room predicted
   * @param join where people join
   * @param running whether a run of this session is under way
   */
  record OfLead(
      View view,
      boolean shown,
      String join,
      String code,
      List<Person> people,
      boolean running,
      @JsonUnwrapped Room room) {}

  /**
   * @param said question to what the room said in each round
   * @param confidence question to the mean confidence in each round
   */
  record Room(
      Map<String, List<List<Prediction.Given>>> said, Map<String, List<Double>> confidence) {}

  /**
   * A participant.
   *
   * @param answered ids of the questions that were answered in the round that is open, or in the
   *     last one
   */
  record Person(int person, String name, List<String> answered) {}
}
