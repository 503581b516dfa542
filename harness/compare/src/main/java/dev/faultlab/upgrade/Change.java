package dev.faultlab.upgrade;

/** What became of a signature between the team's version and a candidate. */
public enum Change {
  APPEARED("appeared", Bearing.WORSE),
  DOES_NOT_START("does not start", Bearing.WORSE),
  CRASHES("crashes", Bearing.WORSE),
  CANNOT_TELL("cannot tell", Bearing.OPEN),
  CHANGED_REASON("changed reason", Bearing.FINE),
  GONE("gone", Bearing.FINE),
  STILL_THERE("still there", Bearing.FINE),
  STILL_ABSENT("still absent", Bearing.FINE),
  NOT_APPLICABLE("not applicable", Bearing.LEFT_OUT);

  /** What it means for the answer. */
  public enum Bearing {
    FINE,
    WORSE,
    /** Worse, and the team has said that it may be. */
    ACCEPTED,
    /** Not compared, so that the answer cannot be that nothing got worse. */
    OPEN,
    /** Nothing to compare, for a reason that the answer states. */
    LEFT_OUT
  }

  private final String words;
  private final Bearing bearing;

  Change(String words, Bearing bearing) {
    this.words = words;
    this.bearing = bearing;
  }

  /** For people. */
  public String words() {
    return words;
  }

  public Bearing bearing() {
    return bearing;
  }
}
