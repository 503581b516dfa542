package dev.faultlab.lesson;

/**
 * A prediction against what was measured.
 *
 * @param question id
 * @param mark how close it was
 * @param confidence what the learner said of it, 0 to 1
 * @param loss what it costs: the Brier score of the confidence, 0 to 1. With confidence p it is (1
 *     - p)^2 for a right answer and p^2 for any other, so to be sure and wrong costs most, and to
 *     say what one really believes costs least on average: the rule is strictly proper (G. W.
 *     Brier, "Verification of forecasts expressed in terms of probability", Monthly Weather Review
 *     78, 1950; T. Gneiting and A. E. Raftery, "Strictly proper scoring rules, prediction, and
 *     estimation", JASA 102, 2007). Brier's own form sums over both outcomes and is twice this.
 */
public record Grade(String question, Mark mark, double confidence, double loss) {

  /** How close. */
  public enum Mark {
    /** Within the interval and the question's tolerance. */
    RIGHT,
    /** Not right, but of the right size: it does not count as right for the confidence. */
    NEAR,
    WRONG
  }
}
