package dev.faultlab.seen;

import java.util.Map;
import java.util.Optional;

/**
 * How a client met a condition, by the counters of the router and the name server.
 *
 * @param exposed how often it met what could harm it: connections, lookups; 0 says that an absence
 *     proves nothing, and harm is harm all the same
 * @param contact how often it did what the condition harms, such as data on a forgotten connection;
 *     it explains, and harm without it is inconclusive
 * @param reason a short word for what it did, such as {@code stale-address}; two outcomes with
 *     different reasons are different faults
 * @param text one sentence with the numbers
 * @param counted decides in place of harm, where the mechanism harms no request by itself
 * @param counts every counter that was read, by name
 */
public record ExposureCounts(
    long exposed,
    long contact,
    String reason,
    String text,
    Optional<DecidingCount> counted,
    Map<String, Long> counts) {

  /**
   * A count that decides.
   *
   * @param state what it shows
   * @param affected of how many requests
   */
  public record DecidingCount(State state, long affected) {}

  /**
   * What follows for a client.
   *
   * @param rounds of requests since the condition hurts
   * @return its observation
   */
  public ClientResult decide(Rounds rounds) {
    String description = rounds.words() + "; " + text;
    Course course = rounds.course(contact > 0);
    if (course.harmed() && contact == 0) {
      String open = description + "; the condition does not explain this";
      return result(State.UNKNOWN, Optional.empty(), rounds, "harmed-without-contact", open);
    }
    if (exposed == 0 && !course.harmed()) {
      return result(State.NOT_EXERCISED, Optional.empty(), rounds, "not-exercised", description);
    }
    if (counted.isPresent()) {
      return result(counted.get().state(), Optional.empty(), rounds, reason, description);
    }
    if (!course.harmed() && !rounds.settled()) {
      return result(State.UNKNOWN, Optional.empty(), rounds, "unanswered", description);
    }
    State state = course.harmed() ? State.PRESENT : State.ABSENT;
    return result(state, Optional.of(course), rounds, reason, description);
  }

  private ClientResult result(
      State state, Optional<Course> course, Rounds rounds, String why, String description) {
    return new ClientResult(
        state,
        course,
        exposed,
        contact,
        counted.map(DecidingCount::affected).orElse(rounds.harmed()),
        rounds.asked(),
        why,
        description,
        counts,
        rounds.requests());
  }
}
