package dev.faultlab.capture.packet;

import dev.faultlab.capture.Coverage;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Counts the values of {@link Coverage}. */
final class Tally {
  private static final Coverage.Kind[] KINDS = Coverage.Kind.values();
  private static final Coverage.Cipher[] CIPHERS = Coverage.Cipher.values();
  private static final int REMEMBERED_NETWORKS = 1_000;

  private final long[] kinds = new long[KINDS.length];
  private long frames;
  private long last = Frame.NO_TIME;
  private long incomplete;
  private int unsupported = -1;
  private final long[] ciphers = new long[CIPHERS.length];
  private final Set<Integer> networks = new HashSet<>();
  private int lastNetwork = Packet.NO_NETWORK;

  void count(Frame frame, Packet packet) {
    frames++;
    kinds[packet.kind.ordinal()]++;
    if (packet.kind == Coverage.Kind.UNSUPPORTED_LINK && unsupported < 0) {
      unsupported = frame.linkType;
    }
    if (packet.kind == Coverage.Kind.OPAQUE) {
      ciphers[packet.cipher.ordinal()]++;
    }
    if (packet.network != lastNetwork) {
      lastNetwork = packet.network;
      if (lastNetwork != Packet.NO_NETWORK && networks.size() < REMEMBERED_NETWORKS) {
        networks.add(lastNetwork);
      }
    }
    if (frame.timeNanos != Frame.NO_TIME) {
      last = Math.max(last, frame.timeNanos);
    }
  }

  /** A datagram with missing fragments. */
  void incomplete() {
    incomplete++;
  }

  Coverage coverage(long drops, long pauses) {
    Map<Coverage.Kind, Long> seen = new EnumMap<>(Coverage.Kind.class);
    for (Coverage.Kind kind : KINDS) {
      if (kinds[kind.ordinal()] > 0) {
        seen.put(kind, kinds[kind.ordinal()]);
      }
    }
    Map<Coverage.Cipher, Long> encrypted = new EnumMap<>(Coverage.Cipher.class);
    for (Coverage.Cipher cipher : CIPHERS) {
      if (ciphers[cipher.ordinal()] > 0) {
        encrypted.put(cipher, ciphers[cipher.ordinal()]);
      }
    }
    return new Coverage(
        frames,
        seen,
        encrypted,
        networks,
        new Coverage.Gaps(incomplete, drops, pauses),
        unsupported < 0 ? Optional.empty() : Optional.of(unsupported),
        last == Frame.NO_TIME ? OptionalLong.empty() : OptionalLong.of(last));
  }
}
