package dev.faultlab.classroom;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lesson.ConfidenceScore;
import dev.faultlab.lesson.ExplanationFigures;
import dev.faultlab.lesson.Grade;
import dev.faultlab.lesson.Measured;
import dev.faultlab.lesson.Prediction;
import dev.faultlab.lesson.Stage;
import dev.faultlab.point.Value;
import dev.faultlab.verdict.Judgement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All that one person's page shows now. Nothing is in it that this person may not see yet. Texts of
 * the lesson are HTML; {@code name} and all others are plain.
 *
 * @param lead whether this person leads
 * @param languages that the lesson has
 * @param furthest the latest phase that was ever reached
 * @param minutes how long each stage of the lesson is meant to take
 * @param name as this person typed it
 * @param picture what the incident's picture shows; empty where there is none
 * @param mine question to this person's answers: before the discussion, after it
 * @param running whether a run of this session goes on, from the phase of the run on
 * @param graded the result that is graded by, once it was chosen
 * @param offered a run of this session that waits to be chosen; only for whoever leads
 * @param found question to what was measured; empty before the reveal, and only what is in focus
 *     while one question is revealed
 * @param everybody question to what the room said in each round, in no order of persons; empty
 *     before the reveal
 * @param repairs the lab's challenges, if it has any; none before the reveal
 * @param score over all that is revealed and was predicted
 */
record View(
    String session,
    String lab,
    boolean room,
    boolean lead,
    String language,
    List<String> languages,
    String title,
    List<Phase> phases,
    Phase phase,
    Phase furthest,
    Optional<String> focus,
    Optional<String> until,
    Map<Stage, Integer> minutes,
    String name,
    String incident,
    Optional<String> picture,
    List<Asked> questions,
    Map<String, List<Optional<Prediction>>> mine,
    boolean running,
    Optional<Result> graded,
    Optional<Result> offered,
    Map<String, Found> found,
    Map<String, List<List<Prediction.Given>>> everybody,
    Optional<ConfidenceScore> score,
    Optional<String> repair,
    List<Repair> repairs,
    Optional<String> monday) {

  /**
   * A question as it is asked.
   *
   * @param kind number, choice, order or curve
   * @param measure of numbers; empty for the other kinds
   * @param unit of what is put in order; empty for a choice
   * @param axis what stands on a curve's axis
   * @param at the values on it
   * @param least the shortest form of the lab that answers it
   * @param round in which it can be answered now; empty where it cannot
   */
  record Asked(
      String id,
      Stage stage,
      String kind,
      String ask,
      Optional<dev.faultlab.lesson.Form.Measure> measure,
      Optional<String> unit,
      Optional<String> axis,
      List<Value> at,
      List<Option> options,
      @JsonProperty("quick") RunForm least,
      Optional<Integer> round) {}

  /** What can be chosen or put in order. */
  record Option(String id, String text) {}

  /**
   * A result that is graded by, or could be.
   *
   * @param run as {@code RunStore.find} takes it
   * @param judgement of that run; empty before the reveal, except for whoever leads
   * @param reasons for it; only for whoever leads, as they may tell what is not revealed yet
   */
  record Result(String run, Optional<Judgement> judgement, List<String> reasons) {}

  /**
   * What was measured.
   *
   * @param run that answered
   * @param instead why the run of choice could not
   * @param surprise whether the texts explain another option than the one that came out
   * @param grade of this person's last answer
   * @param why option to what is right or wrong with it
   * @param files those of the places that can be fetched
   * @param figures those of the explanation
   * @param figuresFrom the run that they are of; empty where there are none
   */
  record Found(
      Measured measured,
      String run,
      Optional<String> instead,
      boolean surprise,
      Optional<Grade> grade,
      String explain,
      Map<String, String> why,
      Set<String> files,
      List<ExplanationFigures.Shown> figures,
      Optional<String> figuresFrom,
      List<String> links) {}

  /**
   * A challenge.
   *
   * @param id as {@code ./faultlab repair LAB} takes it
   * @param story what is wrong, and what may be changed
   */
  record Repair(String id, String title, String story) {}
}
