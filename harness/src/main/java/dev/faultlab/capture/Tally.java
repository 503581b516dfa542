package dev.faultlab.capture;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Counts what {@link Coverage} reports. */
final class Tally {
  private static final Packet.Kind[] KINDS = Packet.Kind.values();

  private final long[] kinds = new long[KINDS.length];
  private long frames;
  private long snapped;
  private long first = Frame.NO_TIME;
  private long last = Frame.NO_TIME;
  private long previous = Frame.NO_TIME;
  private long backward;
  private int unsupported = -1;

  void count(Frame frame, Packet packet) {
    frames++;
    kinds[packet.kind.ordinal()]++;
    if (frame.captured < frame.length) {
      snapped++;
    }
    if (packet.kind == Packet.Kind.UNSUPPORTED_LINK && unsupported < 0) {
      unsupported = frame.linkType;
    }
    long time = frame.timeNanos;
    if (time != Frame.NO_TIME) {
      if (first == Frame.NO_TIME) {
        first = time;
      }
      if (time < previous) {
        backward++;
      }
      previous = time;
      last = Math.max(last, time);
    }
  }

  Coverage coverage(long drops) {
    Map<Packet.Kind, Long> seen = new EnumMap<>(Packet.Kind.class);
    for (Packet.Kind kind : KINDS) {
      if (kinds[kind.ordinal()] > 0) {
        seen.put(kind, kinds[kind.ordinal()]);
      }
    }
    return new Coverage(
        frames,
        seen,
        snapped,
        drops,
        unsupported < 0 ? Optional.empty() : Optional.of(unsupported),
        optional(first),
        optional(last),
        backward);
  }

  private static OptionalLong optional(long time) {
    return time == Frame.NO_TIME ? OptionalLong.empty() : OptionalLong.of(time);
  }
}
