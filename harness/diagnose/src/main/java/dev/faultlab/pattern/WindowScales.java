package dev.faultlab.pattern;

import java.util.OptionalInt;

/** The window scale that a server declared, against the one that it applies (RFC 7323 2.2). */
public final class WindowScales {
  private WindowScales() {}

  /** What the two scales say of each other. */
  public enum Answer {
    AGREE,
    MISMATCH,
    /** The server scales, but what arrived does not say so: something on the path took it out. */
    OPTION_REMOVED,
    /** Neither: windows end at 65535 bytes. */
    NO_SCALING
  }

  /**
   * @param declared in the SYN-ACK as it arrived; empty where the option is not in it
   * @param applied empty where the server does not scale
   */
  public static Answer of(OptionalInt declared, OptionalInt applied) {
    if (declared.isEmpty()) {
      return applied.isEmpty() ? Answer.NO_SCALING : Answer.OPTION_REMOVED;
    }
    return declared.equals(applied) ? Answer.AGREE : Answer.MISMATCH;
  }

  /** How many times too small the client sees the windows; 1 where they are not too small. */
  public static int timesTooSmall(int declared, int applied) {
    return 1 << Math.max(0, applied - declared);
  }
}
