package dev.faultlab.pattern;

import java.util.OptionalInt;

/** The window scale that a server declared, against the one that it applies (RFC 7323 2.2). */
public final class WindowScales {
  private WindowScales() {}

  /** The relation of the two scales. */
  public enum Answer {
    AGREE,
    MISMATCH,
    /**
     * The server scales, but the arrived SYN-ACK lacks the option: something on the path removed
     * it.
     */
    OPTION_REMOVED,
    /** Neither scales: windows end at 65535 bytes. */
    NO_SCALING
  }

  /**
   * @param declared in the SYN-ACK as it arrived; empty without the option
   * @param applied empty if the server does not scale
   */
  public static Answer of(OptionalInt declared, OptionalInt applied) {
    if (declared.isEmpty()) {
      return applied.isEmpty() ? Answer.NO_SCALING : Answer.OPTION_REMOVED;
    }
    return declared.equals(applied) ? Answer.AGREE : Answer.MISMATCH;
  }

  /** By what factor the client sees the windows too small; 1 if they are right. */
  public static int timesTooSmall(int declared, int applied) {
    return 1 << Math.max(0, applied - declared);
  }
}
