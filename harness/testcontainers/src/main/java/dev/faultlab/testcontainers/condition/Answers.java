package dev.faultlab.testcontainers.condition;

/**
 * What became of requests.
 *
 * @param asked how many were sent
 * @param answered how many were answered as expected
 * @param failed how many the client itself gave up or answered with an error: that is its decision,
 *     and counts
 * @param unanswered how many the asker gave up: that is a clock, and decides nothing by itself
 */
public record Answers(int asked, int answered, int failed, int unanswered) {
  /**
   * Checks the sum.
   *
   * @param asked how many were sent
   * @param answered of them
   * @param failed of them
   * @param unanswered of them
   * @throws IllegalArgumentException when the parts do not add up
   */
  public Answers {
    if (asked != answered + failed + unanswered) {
      throw new IllegalArgumentException(
          String.format(
              "expected %d answers, found %d + %d + %d", asked, answered, failed, unanswered));
    }
  }

  @Override
  public String toString() {
    return String.format(
        "%d of %d requests answered, %d failed, %d open", answered, asked, failed, unanswered);
  }

  /** {@return whether each request was answered as expected} */
  public boolean complete() {
    return answered == asked;
  }
}
