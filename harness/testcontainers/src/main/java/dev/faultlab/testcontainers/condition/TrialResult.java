package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.CanaryResult;
import dev.faultlab.seen.ClientResult;
import dev.faultlab.seen.Course;
import dev.faultlab.seen.Rounds;
import dev.faultlab.seen.State;
import dev.faultlab.seen.TrialOutcome;
import java.time.Duration;
import java.util.stream.Collectors;

/**
 * What a trial showed.
 *
 * @param condition under which the service was
 * @param seen of the service and of the canaries
 */
public record TrialResult(NetworkCondition condition, TrialOutcome seen) {

  /**
   * Fails unless the service met the condition and none of its requests was harmed.
   *
   * @return this
   * @throws AssertionError which says what was counted; it begins with {@code inconclusive} or
   *     {@code not exercised} if nothing can be said
   */
  public TrialResult assertAbsent() {
    return check(seen.service().state() == State.ABSENT, "absent");
  }

  /**
   * Fails unless the service did what the condition harms, and all its requests were answered.
   *
   * @return this
   * @throws AssertionError which says what was counted
   */
  public TrialResult assertHeals() {
    return check(hasCourse(Course.HEALS), Course.HEALS.words());
  }

  /**
   * Fails unless the service met the condition and was well again in time, if requests were harmed
   * at all.
   *
   * @param within time from the first request to the first of those that were answered again
   * @return this
   * @throws AssertionError which says what was counted
   */
  public TrialResult assertRecovers(Duration within) {
    boolean recovers =
        hasCourse(Course.FAILS_ONCE)
            && new Rounds(seen.service().requests(), 0, Long.MAX_VALUE).recovery()
                <= within.toMillis();
    return check(
        recovers || seen.service().state() == State.ABSENT,
        "all answered from %.1f s on".formatted(within.toMillis() / 1000.0));
  }

  private boolean hasCourse(Course course) {
    return seen.service().course().filter(course::equals).isPresent();
  }

  private TrialResult check(boolean ok, String expected) {
    if (ok) {
      return this;
    }
    ClientResult service = seen.service();
    String hint =
        service.state() == State.NOT_EXERCISED ? "\n  hint: " + condition.about().hint() : "";
    throw new AssertionError(
        String.format(
            "%s: %s, expected %s\n  %s%s\n  canaries: %s",
            condition.about().id(),
            service.brief(),
            expected,
            service.text(),
            hint,
            seen.canaries().isEmpty()
                ? "not asked"
                : seen.canaries().stream()
                    .map(CanaryResult::seen)
                    .map(ClientResult::brief)
                    .collect(Collectors.joining("; "))));
  }
}
