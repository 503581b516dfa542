package dev.faultlab.capture.packet;

import dev.faultlab.capture.Coverage;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** Counts the values of {@link Coverage}. */
final class Tally {
  private static final Coverage.Kind[] KINDS = Coverage.Kind.values();
  private static final Coverage.Cipher[] CIPHERS = Coverage.Cipher.values();
  private static final int MAX_NETWORKS = 1_000;

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
      if (lastNetwork != Packet.NO_NETWORK && networks.size() < MAX_NETWORKS) {
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
    return new Coverage(
        frames,
        positive(KINDS, kinds),
        positive(CIPHERS, ciphers),
        Set.copyOf(networks),
        new Coverage.Gaps(incomplete, drops, pauses),
        unsupported < 0 ? Optional.empty() : Optional.of(unsupported),
        last == Frame.NO_TIME ? OptionalLong.empty() : OptionalLong.of(last));
  }

  private static <E extends Enum<E>> Map<E, Long> positive(E[] values, long[] counts) {
    return Arrays.stream(values)
        .filter(each -> counts[each.ordinal()] > 0)
        .collect(Collectors.toUnmodifiableMap(each -> each, each -> counts[each.ordinal()]));
  }
}
