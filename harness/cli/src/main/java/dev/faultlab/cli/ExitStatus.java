package dev.faultlab.cli;

/** What {@code ./faultlab} ends with; scripts depend on it. */
public final class ExitStatus {
  /** Everything as expected, or the work is done. */
  public static final int OK = 0;

  /** A variant contradicts its expectation. */
  public static final int CONTRADICTED = 1;

  /** Undecided: not enough evidence, a component that failed, something needed that is missing. */
  public static final int INCONCLUSIVE = 2;

  /** Wrong usage (EX_USAGE of sysexits.h). */
  public static final int USAGE = 64;

  /** Something that is needed is not available (EX_UNAVAILABLE of sysexits.h). */
  public static final int UNAVAILABLE = 69;

  /** A fault in faultlab itself (EX_SOFTWARE of sysexits.h). */
  public static final int SOFTWARE = 70;

  /** Ctrl-C, as a shell reports it. */
  public static final int INTERRUPTED = 130;

  private ExitStatus() {}
}
