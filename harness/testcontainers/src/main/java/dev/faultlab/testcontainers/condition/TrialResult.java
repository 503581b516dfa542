package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ClientSeen;
import dev.faultlab.seen.State;
import dev.faultlab.seen.TrialSeen;

/**
 * What a trial showed.
 *
 * @param condition under which the service was
 * @param seen of the service and of both canaries
 */
public record TrialResult(NetworkCondition condition, TrialSeen seen) {

  /**
   * Fails unless the service met the condition and did not fall for it.
   *
   * @return this
   * @throws AssertionError which says what was counted; it begins with {@code inconclusive} or
   *     {@code not exercised} if nothing can be said
   */
  public TrialResult assertAbsent() {
    ClientSeen service = seen.service();
    if (service.state() == State.ABSENT) {
      return this;
    }

    String hint =
        service.state() == State.NOT_EXERCISED ? "\n  hint: " + condition.about().hint() : "";
    throw new AssertionError(
        String.format(
            "%s: %s, expected absent\n  %s%s\n  canaries: bad %s, good %s",
            condition.about().id(),
            service.brief(),
            service.text(),
            hint,
            seen.bad().brief(),
            seen.good().brief()));
  }
}
