package dev.faultlab.feed;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import dev.faultlab.files.Json;
import java.util.Optional;

/** An event of a run. Points and trials have the names of the result. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "moment")
@JsonSubTypes({
  @Type(value = RunEvent.RunStarted.class, name = "begun"),
  @Type(value = RunEvent.TrialEnded.class, name = "trial-ended")
})
public sealed interface RunEvent {

  /**
   * The run has a folder; the first event.
   *
   * @param run id
   * @param trials how many it will carry out
   */
  record RunStarted(String run, int trials) implements RunEvent {}

  /**
   * A trial has ended.
   *
   * @param id of its point
   * @param index from 1
   */
  record TrialEnded(String id, int index) implements RunEvent {}

  /** One line of JSON, without the line end. */
  default String line() {
    return Json.text(Json.MAPPER.writerFor(RunEvent.class), this).strip();
  }

  /** Parses a line; empty if it is not an event. */
  static Optional<RunEvent> read(String line) {
    try {
      return Optional.of(
          Json.MAPPER
              .readerFor(RunEvent.class)
              .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
              .readValue(line));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
