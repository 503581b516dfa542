package dev.faultlab.feed;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.faultlab.point.Point;
import java.util.List;
import java.util.Optional;

/** An event of a run. Points and trials have the names of the result. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "moment")
@JsonSubTypes({
  @Type(value = RunEvent.Begun.class, name = "begun"),
  @Type(value = RunEvent.Phase.class, name = "phase"),
  @Type(value = RunEvent.Step.class, name = "step"),
  @Type(value = RunEvent.Said.class, name = "said"),
  @Type(value = RunEvent.TrialBegun.class, name = "trial-begun"),
  @Type(value = RunEvent.TrialEnded.class, name = "trial-ended")
})
public sealed interface RunEvent {

  /**
   * The run has a folder; the first event.
   *
   * @param run id
   * @param trials how many it will carry out
   */
  record Begun(String run, List<Measured> points, int trials) implements RunEvent {}

  /**
   * A point that is measured.
   *
   * @param id of the point
   * @param title of its variant
   * @param trials how many it will have
   */
  record Measured(String id, String title, Point point, int trials) {}

  /**
   * A phase begins and the previous one ends.
   *
   * @param steps how many it will have; 0 if unknown
   */
  record Phase(String title, int steps) implements RunEvent {}

  /** A step of the phase is done. */
  record Step(String what) implements RunEvent {}

  /** News that a person wants before the end. */
  record Said(String message) implements RunEvent {}

  /**
   * A trial begins.
   *
   * @param id of its point
   * @param index from 1
   */
  record TrialBegun(String id, int index) implements RunEvent {}

  /**
   * A trial has ended.
   *
   * @param failure why it could not be carried out
   * @param seen the finding of each signature that is asked there
   */
  record TrialEnded(String id, int index, Optional<String> failure, List<Seen> seen)
      implements RunEvent {}

  /**
   * The finding of a signature in a trial.
   *
   * @param state present, absent or unknown
   * @param reason one sentence with the counts
   */
  record Seen(String signature, String state, String code, String reason) {}
}
