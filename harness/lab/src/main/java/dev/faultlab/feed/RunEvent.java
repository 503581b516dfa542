package dev.faultlab.feed;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** An event of a run. Points and trials have the names of the result. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "moment")
@JsonSubTypes({
  @Type(value = RunEvent.Begun.class, name = "begun"),
  @Type(value = RunEvent.TrialEnded.class, name = "trial-ended")
})
public sealed interface RunEvent {

  /**
   * The run has a folder; the first event.
   *
   * @param run id
   * @param trials how many it will carry out
   */
  record Begun(String run, int trials) implements RunEvent {}

  /**
   * A trial has ended.
   *
   * @param id of its point
   * @param index from 1
   */
  record TrialEnded(String id, int index) implements RunEvent {}
}
