package dev.faultlab.capture;

import java.util.OptionalInt;

/** A capture's evidence on one TCP option of a handshake segment. */
public sealed interface TcpOption {

  /** The option is there. Flags such as SACK permitted have the value 1. */
  record Known(int value) implements TcpOption {
    @Override
    public String toString() {
      return Integer.toString(value);
    }
  }

  /** Enough of the segment was captured to show that it lacks the option. */
  record Absent() implements TcpOption {
    @Override
    public String toString() {
      return "absent";
    }
  }

  /** The snap length cut the options before this one could be seen. */
  record CutOff() implements TcpOption {
    @Override
    public String toString() {
      return "cut off";
    }
  }

  /** {@return whether the option is there} */
  default boolean isKnown() {
    return this instanceof Known;
  }

  /** {@return whether the option is not there} */
  default boolean isAbsent() {
    return this instanceof Absent;
  }

  /** {@return whether the snap length hides the option} */
  default boolean isCutOff() {
    return this instanceof CutOff;
  }

  /** {@return its value; empty unless it is there} */
  default OptionalInt number() {
    return this instanceof Known known ? OptionalInt.of(known.value()) : OptionalInt.empty();
  }
}
