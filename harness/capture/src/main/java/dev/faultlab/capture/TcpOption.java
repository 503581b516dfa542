package dev.faultlab.capture;

import java.util.OptionalInt;

/**
 * A capture's evidence on one TCP option of a handshake segment.
 *
 * @param value of the option, 1 for flags such as SACK permitted; negative if it is not known
 */
public record TcpOption(int value) {
  /** Enough of the segment was captured to show that it lacks the option. */
  public static final TcpOption ABSENT = new TcpOption(-1);

  /** The snap length cut the options before this one could be seen. */
  public static final TcpOption CUT_OFF = new TcpOption(-2);

  /** {@return whether the option is there} */
  public boolean isKnown() {
    return value >= 0;
  }

  /** {@return whether the option is not there} */
  public boolean isAbsent() {
    return equals(ABSENT);
  }

  /** {@return whether the snap length hides the option} */
  public boolean isCutOff() {
    return equals(CUT_OFF);
  }

  /** {@return its value; empty unless it is there} */
  public OptionalInt number() {
    return isKnown() ? OptionalInt.of(value) : OptionalInt.empty();
  }

  @Override
  public String toString() {
    return isKnown() ? String.valueOf(value) : isAbsent() ? "absent" : "cut off";
  }
}
