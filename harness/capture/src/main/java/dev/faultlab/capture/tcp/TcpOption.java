package dev.faultlab.capture.tcp;

import java.util.OptionalInt;

/** What a capture tells about one TCP option of a handshake segment. */
public sealed interface TcpOption {

  /** The option is there. Flags such as SACK permitted have the value 1. */
  record Known(int value) implements TcpOption {
    @Override
    public String toString() {
      return Integer.toString(value);
    }
  }

  /** The segment is captured far enough to say that the option is not in it. */
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

  static TcpOption of(int parsed) {
    return switch (parsed) {
      case TcpOptions.ABSENT -> new Absent();
      case TcpOptions.CUT_OFF -> new CutOff();
      default -> new Known(parsed);
    };
  }

  default boolean isKnown() {
    return this instanceof Known;
  }

  default boolean isAbsent() {
    return this instanceof Absent;
  }

  default boolean isCutOff() {
    return this instanceof CutOff;
  }

  default OptionalInt number() {
    return this instanceof Known known ? OptionalInt.of(known.value()) : OptionalInt.empty();
  }
}
