package dev.faultlab.pattern;

/** Lookups of one name that queue: never two of them outstanding, however many callers ask. */
public final class OneAtATime {
  private OneAtATime() {}

  /**
   * Minimum counts before one lookup at a time proves anything.
   *
   * @param lookups minimum; with fewer, two at once may just not have happened yet
   * @param callers minimum; with fewer, no caller had to wait
   */
  public record Minimum(long lookups, long callers) {
    /** A program that counts its own callers, including those that have not started to wait. */
    public static final Minimum COUNTED = new Minimum(50, 8);

    /**
     * An unknown capture. Callers are counted while they wait, so two are a queue. Short captures
     * count too, because the detector also requires that each lookup follows the one before.
     */
    public static final Minimum CAPTURE = new Minimum(20, 2);
  }

  /** What the counts prove. */
  public enum Answer {
    TOO_FEW_LOOKUPS,
    CONCURRENT,
    TOO_FEW_CALLERS,
    /** More than one may have been outstanding, but some of them may have been abandoned. */
    DOUBTFUL,
    SERIALISED
  }

  /**
   * @param callers most at once
   * @param max lookups outstanding at once
   * @param doubtful how many of {@code max} may have been abandoned by then
   */
  public static Answer of(Minimum minimum, long lookups, long callers, long max, long doubtful) {
    if (lookups < minimum.lookups()) {
      return Answer.TOO_FEW_LOOKUPS;
    }
    if (max - doubtful > 1) {
      return Answer.CONCURRENT;
    }
    if (callers < minimum.callers()) {
      return Answer.TOO_FEW_CALLERS;
    }
    return max > 1 ? Answer.DOUBTFUL : Answer.SERIALISED;
  }
}
