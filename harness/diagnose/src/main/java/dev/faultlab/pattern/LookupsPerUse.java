package dev.faultlab.pattern;

/** Is a name looked up for each use of its address, or do uses share lookups? */
public final class LookupsPerUse {
  /** With fewer than one lookup per this many uses, most uses needed no lookup. */
  private static final long USES_PER_LOOKUP = 4;

  private LookupsPerUse() {}

  /**
   * How exact the counts are.
   *
   * @param uses minimum; with fewer, the fault may just not have happened yet
   * @param slack one in {@code slack} lookups or uses may be missing from the count; 0 if none may
   */
  public record Minimum(long uses, long slack) {
    /** A program that counts how often it needed the address: nothing is missing. */
    public static final Minimum COUNTED = new Minimum(20, 0);

    /**
     * Connections in an unknown capture: a few began before it, failed, or went to an address that
     * another name gave. Ten are enough because the detector also requires that none is used again.
     */
    public static final Minimum CAPTURE = new Minimum(10, 4);

    private long minimum(long count) {
      return slack == 0 ? count : count - count / slack;
    }
  }

  /** What the counts prove. */
  public enum Answer {
    TOO_FEW,
    FEW,
    /** Neither few nor one each. */
    BETWEEN,
    EACH,
    /** Clearly more lookups than uses: another program needs them too. */
    MORE
  }

  public static Answer of(Minimum minimum, long lookups, long uses) {
    if (uses < minimum.uses()) {
      return Answer.TOO_FEW;
    }
    if (lookups >= minimum.minimum(uses)) {
      return uses >= minimum.minimum(lookups) ? Answer.EACH : Answer.MORE;
    }
    return lookups * USES_PER_LOOKUP > uses ? Answer.BETWEEN : Answer.FEW;
  }
}
