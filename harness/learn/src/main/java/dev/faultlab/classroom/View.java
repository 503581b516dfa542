package dev.faultlab.classroom;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lesson.AnswerForm;
import dev.faultlab.lesson.ConfidenceScore;
import dev.faultlab.lesson.ExplanationFigures;
import dev.faultlab.lesson.Grade;
import dev.faultlab.lesson.LessonTexts;
import dev.faultlab.lesson.MeasuredAnswer;
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
 * What one person's page shows now, without anything that this person may not see yet. Texts of the
 * lesson are HTML; {@code name}s and everything else are plain. In JSON it is one flat object.
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
   * @param minutes planned time of each stage
   * @param running whether a run of this session is active, from the run phase on
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
   * @param incident the published text
   * @param picture description of the incident's picture; empty without one
   */
  record Incident(String incident, Optional<String> picture) {}

  /**
   * @param name as this person typed it
   * @param mine question to this person's answers: before the discussion, after it
   * @param score over all revealed questions that were predicted
   */
  record Personal(
      String name, Map<String, List<Optional<Prediction>>> mine, Optional<ConfidenceScore> score) {}

  /** The questions that this person may see. */
  record Questions(List<Asked> questions) {}

  /**
   * @param graded the result for grading, once chosen
   * @param offered a run of this session that can be chosen; only for the facilitator
   * @param found question to its measured answer; empty before the reveal, and only the question in
   *     focus if there is one
   * @param everybody question to the room's answers in each round, not in the order of persons;
   *     empty before the reveal
   */
  record Results(
      Optional<Result> graded,
      Optional<Result> offered,
      Map<String, Found> found,
      Map<String, List<List<Prediction.Given>>> everybody) {}

  /**
   * @param repair the learner's task; empty before the reveal
   * @param repairs the lab's repairs, if any; empty before the reveal
   */
  record AfterReveal(Optional<String> repair, List<Repair> repairs, Optional<String> monday) {
    static final AfterReveal HIDDEN =
        new AfterReveal(Optional.empty(), List.of(), Optional.empty());
  }

  /**
   * A question without its answer.
   *
   * @param quick the shortest form of the lab that answers it
   * @param round in which it can be answered now; empty if it cannot
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
   * The form of a question.
   *
   * @param kind number, choice, order or curve
   * @param measure of numbers; empty for the other kinds
   * @param unit of the values to sort; empty for the other kinds
   * @param axis of a curve
   * @param at the values on the axis
   */
  record AskedFor(
      String kind,
      Optional<AnswerForm.Measure> measure,
      Optional<String> unit,
      Optional<String> axis,
      List<Value> at) {
    static AskedFor of(AnswerForm form) {
      Optional<AnswerForm.Curve> curve =
          form instanceof AnswerForm.Curve drawn ? Optional.of(drawn) : Optional.empty();
      return new AskedFor(
          form instanceof AnswerForm.Number
              ? "number"
              : form instanceof AnswerForm.Curve
                  ? "curve"
                  : form instanceof AnswerForm.Order ? "order" : "choice",
          form.measured(),
          form instanceof AnswerForm.Order order ? Optional.of(order.unit()) : Optional.empty(),
          curve.map(AnswerForm.Curve::axis),
          curve.map(c -> c.at().stream().map(AnswerForm.Spot::x).toList()).orElse(List.of()));
    }
  }

  /** An option to choose, or an item to sort. */
  record Option(String id, String text) {}

  /**
   * A result for grading, or a candidate.
   *
   * @param run in the form of {@code RunStore.find}
   * @param judgement of that run; empty before the reveal, except for the facilitator
   * @param reasons for it; only for the facilitator, because they may reveal answers
   */
  record Result(String run, Optional<Judgement> judgement, List<String> reasons) {}

  /**
   * The outcome of a question.
   *
   * @param grade of this person's last answer
   */
  record Found(
      @JsonUnwrapped Answer answer,
      Optional<Grade> grade,
      @JsonUnwrapped Explanation explanation) {}

  /**
   * The measured answer.
   *
   * @param run that answered
   * @param instead why the chosen run could not answer
   * @param surprise whether the outcome is another option than the one that the texts explain
   * @param files of the places, for download
   */
  record Answer(
      MeasuredAnswer measured,
      String run,
      Optional<String> instead,
      boolean surprise,
      Set<String> files) {}

  /**
   * The explanation.
   *
   * @param why option to what is right or wrong about it
   * @param figures of the explanation
   * @param figuresFrom the run of the figures; empty without figures
   */
  record Explanation(
      String explain,
      Map<String, String> why,
      List<ExplanationFigures.Shown> figures,
      Optional<String> figuresFrom,
      List<String> links) {}

  /**
   * A repair.
   *
   * @param id in the form of {@code ./faultlab repair start LAB}
   * @param story the problem, and what may be changed
   */
  record Repair(String id, String title, String story) {}

  /**
   * What the facilitator's page and the projector show besides the view.
   *
   * @param shown whether the projector shows the room's predictions
   * @param join address for joining
   * @param running whether a run of this session is active
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
   * @param said question to the room's answers in each round
   * @param confidence question to the mean confidence in each round
   */
  record Room(
      Map<String, List<List<Prediction.Given>>> said, Map<String, List<Double>> confidence) {}

  /**
   * A participant.
   *
   * @param answered ids of the questions that were answered in the open, or else the last, round
   */
  record Person(int person, String name, List<String> answered) {}
}
