package dev.faultlab.classroom;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.faultlab.lesson.Prediction;
import java.util.Optional;

/** What happens in a session; one line of its journal. Times are ISO-8601 instants. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @Type(value = Event.Opened.class, name = "opened"),
  @Type(value = Event.Joined.class, name = "joined"),
  @Type(value = Event.Removed.class, name = "removed"),
  @Type(value = Event.Recoded.class, name = "recoded"),
  @Type(value = Event.Answered.class, name = "answered"),
  @Type(value = Event.Moved.class, name = "moved"),
  @Type(value = Event.Offered.class, name = "offered"),
  @Type(value = Event.Graded.class, name = "graded")
})
public sealed interface Event {

  /**
   * The session begins; always the first line.
   *
   * @param session its name
   * @param room whether others take part
   * @param language of texts where a browser does not ask for another
   * @param code that people type to join, until there is a new one
   * @param token a browser that has it leads
   */
  record Opened(
      String at,
      String session,
      String lab,
      boolean room,
      String language,
      String code,
      String token)
      implements Event {}

  /**
   * A person joins.
   *
   * @param person number in the order of joining, from 1
   * @param key what this person's browser shows to be recognised
   * @param name as typed; may be empty
   * @param ticket what that browser made up to ask with; empty where it asked without
   */
  record Joined(String at, int person, String key, String name, Optional<String> ticket)
      implements Event {}

  /** The facilitator removes a person: the key is worth nothing, and no answer counts. */
  record Removed(String at, int person) implements Event {}

  /** The facilitator gives out a new code; the one before it is worth nothing. */
  record Recoded(String at, String code) implements Event {}

  /**
   * A person answers, or changes an answer.
   *
   * @param round 1, or 2 after the discussion
   */
  record Answered(String at, int person, int round, Prediction prediction) implements Event {}

  /**
   * The class goes to a phase.
   *
   * @param focus the one question that this is about; all of them where it is empty
   * @param until when the time is up
   * @param shown whether the projector shows what the room predicted
   */
  record Moved(
      String at, Phase phase, Optional<String> focus, Optional<String> until, boolean shown)
      implements Event {}

  /**
   * A run of the session's own has a result that does not grade by itself; it can be chosen.
   *
   * @param run as {@code RunStore.find} takes it
   */
  record Offered(String at, String run) implements Event {}

  /**
   * A result is chosen to grade by.
   *
   * @param run as {@code RunStore.find} takes it
   * @param live whether this session ran it
   */
  record Graded(String at, String run, boolean live) implements Event {}
}
