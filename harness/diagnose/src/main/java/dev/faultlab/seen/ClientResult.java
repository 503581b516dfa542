package dev.faultlab.seen;

import static dev.faultlab.seen.State.UNKNOWN;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was counted of one client under a condition, and what follows.
 *
 * @param state whether the fault is there
 * @param course harm and recovery; empty if a count decides or nothing can be said
 * @param exposed how often the client met what could harm it; 0 says that an absence proves nothing
 * @param contact how often it did what the condition harms
 * @param affected how many requests were harmed
 * @param of how many there were
 * @param reason a short word for the outcome, such as {@code stale-address}; two outcomes with
 *     different reasons are different faults
 * @param text one sentence with the numbers
 * @param counts every counter that was read, by name
 * @param requests since the condition hurts
 */
public record ClientResult(
    State state,
    Optional<Course> course,
    long exposed,
    long contact,
    long affected,
    long of,
    String reason,
    String text,
    Map<String, Long> counts,
    List<SentRequest> requests) {

  /**
   * An observation without requests.
   *
   * @param state of the fault
   * @param reason a short word
   * @param text one sentence
   * @return the observation
   */
  public static ClientResult of(State state, String reason, String text) {
    Optional<Course> course =
        state == State.PRESENT ? Optional.of(Course.STAYS_BROKEN) : Optional.empty();
    return new ClientResult(state, course, 0, 0, 0, 0, reason, text, Map.of(), List.of());
  }

  /**
   * An observation that could not be made.
   *
   * @param reason a short word
   * @param text one sentence
   * @return an inconclusive one
   */
  public static ClientResult inconclusive(String reason, String text) {
    return of(State.UNKNOWN, reason, text);
  }

  /**
   * For a table.
   *
   * @return such as {@code present 8/24 (fails once)}
   */
  public String brief() {
    boolean counted = (state == State.PRESENT || state == State.ABSENT) && of > 0;
    return state.words()
        + (counted ? " " + affected + "/" + of : "")
        + course.map(c -> " (" + c.words() + ")").orElse("");
  }

  ClientResult overruled(String why, String sentence) {
    return new ClientResult(
        UNKNOWN, Optional.empty(), exposed, contact, affected, of, why, sentence, counts, requests);
  }
}
