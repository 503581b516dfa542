package dev.faultlab.pattern;

/** Lookups of one name that queue: never two of them outstanding, however many callers ask. */
public final class OneAtATime {
  private OneAtATime() {}

  /**
   * How much it takes before one lookup at a time says something.
   *
   * @param lookups fewer, and two at once may just not have happened yet
   * @param callers fewer, and no caller had to wait
   */
  public record Demand(long lookups, long callers) {
    /** A program that counts its own callers: the count includes those who are on their way. */
    public static final Demand COUNTED = new Demand(50, 8);

    /**
     * A stranger's capture: callers are counted while they wait, so two are a queue, and shorter
     * captures count because the detector also asks that each lookup follows the one before.
     */
    public static final Demand SEEN = new Demand(20, 2);
  }

  /** What the counts say. */
  public enum Answer {
    TOO_FEW_LOOKUPS,
    CONCURRENT,
    TOO_FEW_CALLERS,
    /** More than one may have been outstanding, but some of them may have been given up. */
    DOUBTFUL,
    SERIALISED
  }

  /**
   * @param callers most at once
   * @param most lookups outstanding at once
   * @param doubtful how many of {@code most} may have been given up by then
   */
  public static Answer of(Demand demand, long lookups, long callers, long most, long doubtful) {
    if (lookups < demand.lookups()) {
      return Answer.TOO_FEW_LOOKUPS;
    }
    if (most - doubtful > 1) {
      return Answer.CONCURRENT;
    }
    if (callers < demand.callers()) {
      return Answer.TOO_FEW_CALLERS;
    }
    return most > 1 ? Answer.DOUBTFUL : Answer.SERIALISED;
  }
}
