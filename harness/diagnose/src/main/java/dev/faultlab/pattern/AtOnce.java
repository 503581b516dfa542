package dev.faultlab.pattern;

/** Callers who need one address at one time and send a lookup each, because nothing merges them. */
public final class AtOnce {
  /** In a lab all callers are let go together, so the second lookup is one too many. */
  public static final long COUNTED = 2;

  /** In a stranger's capture two or three requests that arrive together may be chance. */
  public static final long SEEN = 5;

  private AtOnce() {}

  /** What the counts say. */
  public enum Answer {
    MERGED,
    /** Enough may have been outstanding, but some of them may have been given up. */
    DOUBTFUL,
    TOGETHER
  }

  /**
   * @param together how many it takes, {@link #COUNTED} or {@link #SEEN}
   * @param most lookups of one name outstanding at once
   * @param doubtful how many of {@code most} may have been given up by then
   */
  public static Answer of(long together, long most, long doubtful) {
    if (most - doubtful >= together) {
      return Answer.TOGETHER;
    }
    return most >= together ? Answer.DOUBTFUL : Answer.MERGED;
  }
}
