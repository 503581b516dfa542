package dev.faultlab.pattern;

/**
 * Callers who need one address at the same time and each send a lookup, because nothing merges
 * them.
 */
public final class ConcurrentLookups {
  /** In a lab all callers are released together, so a second lookup is already the fault. */
  public static final long MIN_COUNTED = 2;

  /** In an unknown capture two or three requests that arrive together may be chance. */
  public static final long MIN_CAPTURED = 5;

  private ConcurrentLookups() {}

  /** What the counts prove. */
  public enum Answer {
    MERGED,
    /** Enough may have been outstanding, but some of them may have been abandoned. */
    DOUBTFUL,
    TOGETHER
  }

  /**
   * @param minimum {@link #MIN_COUNTED} or {@link #MIN_CAPTURED}
   * @param max lookups of one name outstanding at once
   * @param doubtful how many of {@code max} may have been abandoned by then
   */
  public static Answer of(long minimum, long max, long doubtful) {
    if (max - doubtful >= minimum) {
      return Answer.TOGETHER;
    }
    return max >= minimum ? Answer.DOUBTFUL : Answer.MERGED;
  }
}
