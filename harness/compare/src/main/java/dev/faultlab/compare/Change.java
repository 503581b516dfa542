package dev.faultlab.compare;

import java.util.Locale;

/**
 * What became of something between two sides: all words that diff, upgrade and bisect use. The
 * published schema of an upgrade's result lists them too (upgrade.schema.json).
 */
public enum Change {
  APPEARED("appeared", Bearing.WORSE),
  DOES_NOT_START("does not start", Bearing.WORSE),
  CRASHES("crashes", Bearing.WORSE),
  CANNOT_TELL("inconclusive", Bearing.OPEN),
  CHANGED_REASON("changed reason", Bearing.FINE),
  GONE("gone", Bearing.FINE),
  STILL_THERE("still there", Bearing.FINE),
  STILL_ABSENT("still absent", Bearing.FINE),
  NOT_APPLICABLE("not applicable", Bearing.LEFT_OUT),
  /** Metrics only, to {@link #SAME}. */
  WORSE("worse", Bearing.WORSE),
  BETTER("better", Bearing.FINE),
  SAME("same", Bearing.FINE);

  /** What it means for the answer. */
  public enum Bearing {
    FINE,
    WORSE,
    /** Worse, but the team has accepted it. */
    ACCEPTED,
    /** Not compared, so that "nothing got worse" cannot be claimed. */
    OPEN,
    /** Nothing to compare, for a reason that the answer gives. */
    LEFT_OUT;

    /** For a cell of a table: in capitals if the reader must act. */
    public String words(String words) {
      return switch (this) {
        case WORSE, OPEN -> words.toUpperCase(Locale.ROOT);
        case ACCEPTED -> words + ", accepted";
        case FINE, LEFT_OUT -> words;
      };
    }
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

  /** Whether a fault or a cost went away. */
  public boolean improves() {
    return this == GONE || this == BETTER;
  }
}
