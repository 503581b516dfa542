package dev.faultlab.seen;

import java.util.Map;

/**
 * What was counted of one client under a condition, and what follows.
 *
 * @param state whether the fault is there
 * @param exposed how often the client met the condition; 0 says that an absence proves nothing
 * @param affected of how many requests or connections the fault was seen
 * @param of how many there were
 * @param reason a short word for the outcome, such as {@code stale-address}; two outcomes with
 *     different reasons are different faults
 * @param text one sentence with the numbers
 * @param counts every counter that was read, by name
 */
public record ClientSeen(
    State state,
    long exposed,
    long affected,
    long of,
    String reason,
    String text,
    Map<String, Long> counts) {

  /**
   * An observation that could not be made.
   *
   * @param reason a short word
   * @param text one sentence
   * @return an inconclusive one
   */
  public static ClientSeen inconclusive(String reason, String text) {
    return new ClientSeen(State.UNKNOWN, 0, 0, 0, reason, text, Map.of());
  }

  /**
   * For a table.
   *
   * @return such as {@code present 8/8}
   */
  public String brief() {
    boolean counted = state == State.PRESENT || state == State.ABSENT;
    return counted ? state.words() + " " + affected + "/" + of : state.words();
  }

  ClientSeen with(State other, String why, String sentence) {
    return new ClientSeen(other, exposed, affected, of, why, sentence, counts);
  }
}
