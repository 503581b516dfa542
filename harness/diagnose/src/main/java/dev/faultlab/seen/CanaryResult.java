package dev.faultlab.seen;

/**
 * What was counted of a canary.
 *
 * @param what a description of the canary
 * @param known expected course of its requests
 * @param seen measured result
 */
public record CanaryResult(String what, Course known, ClientResult seen) {

  /** {@return whether it did what it is known for} */
  public boolean agrees() {
    return seen.course()
        .map(known::equals)
        .orElse(seen.state() == (known.harmed() ? State.PRESENT : State.ABSENT));
  }

  @Override
  public String toString() {
    return "the canary that %s: %s, expected %s (%s)"
        .formatted(what, seen.brief(), known.words(), seen.text());
  }
}
