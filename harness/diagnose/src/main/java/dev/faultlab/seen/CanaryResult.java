package dev.faultlab.seen;

/**
 * What was counted of a canary.
 *
 * @param what it does
 * @param known what becomes of its requests, as is known
 * @param seen what was seen
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
