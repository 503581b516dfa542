package dev.faultlab.capture;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Counts the values of {@link Coverage}. */
final class Tally {
  private static final Packet.Kind[] KINDS = Packet.Kind.values();
  private static final Packet.Cipher[] CIPHERS = Packet.Cipher.values();
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
    if (packet.kind == Packet.Kind.UNSUPPORTED_LINK && unsupported < 0) {
      unsupported = frame.linkType;
    }
    if (packet.kind == Packet.Kind.OPAQUE) {
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
    Map<Packet.Kind, Long> seen = new EnumMap<>(Packet.Kind.class);
    for (Packet.Kind kind : KINDS) {
      if (kinds[kind.ordinal()] > 0) {
        seen.put(kind, kinds[kind.ordinal()]);
      }
    }
    Map<Packet.Cipher, Long> encrypted = new EnumMap<>(Packet.Cipher.class);
    for (Packet.Cipher cipher : CIPHERS) {
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
