package dev.faultlab.classroom;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.faultlab.lesson.Prediction;
import java.util.Optional;

/** An event of a session; one line of its journal. Times are ISO-8601 instants. */
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
   * @param language of texts if a browser requests no other
   * @param code that people type to join, until it is replaced
   * @param token of the browsers that lead
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
   * @param key by which the server recognises this person's browser
   * @param name as typed; may be empty
   * @param ticket that the browser generated for the request; empty without one
   */
  record Joined(String at, int person, String key, String name, Optional<String> ticket)
      implements Event {}

  /** The facilitator removes a person: the key becomes invalid, and no answer counts. */
  record Removed(String at, int person) implements Event {}

  /** The facilitator issues a new code; the previous one becomes invalid. */
  record Recoded(String at, String code) implements Event {}

  /**
   * A person answers, or changes an answer.
   *
   * @param round 1, or 2 after the discussion
   */
  record Answered(String at, int person, int round, Prediction prediction) implements Event {}

  /**
   * The class enters a phase.
   *
   * @param focus the only question of the phase; empty for all
   * @param until end of the time
   * @param shown whether the projector shows the room's predictions
   */
  record Moved(
      String at, Phase phase, Optional<String> focus, Optional<String> until, boolean shown)
      implements Event {}

  /**
   * A run of the session's own has a result that is not used automatically; it can be chosen.
   *
   * @param run in the form of {@code RunStore.find}
   */
  record Offered(String at, String run) implements Event {}

  /**
   * A result is chosen for grading.
   *
   * @param run in the form of {@code RunStore.find}
   * @param live whether this session ran it
   */
  record Graded(String at, String run, boolean live) implements Event {}
}
