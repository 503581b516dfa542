package dev.faultlab.capture;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a capture shows and what it hides.
 *
 * @param frames all frames
 * @param kinds how many frames were decoded as what; the one with which a datagram's fragments are
 *     all there counts as what the datagram is
 * @param encrypted how many frames were hidden by what
 * @param networks virtual networks that packets were tunnelled in ({@link Packet#network()}), the
 *     first thousand
 * @param unsupportedLinkType the first link type that is not decoded, if there is one
 * @param lastTimeNanos the latest time in the capture, nanoseconds since 1970
 */
public record Coverage(
    long frames,
    Map<Packet.Kind, Long> kinds,
    Map<Packet.Cipher, Long> encrypted,
    Set<Integer> networks,
    Gaps gaps,
    Optional<Integer> unsupportedLinkType,
    OptionalLong lastTimeNanos) {

  /**
   * What is missing.
   *
   * @param incompleteDatagrams IP datagrams with a missing or overlapping fragment
   * @param reportedDrops packets that the capturing program reports as lost (pcapng statistics)
   * @param pauses silences of more than a second between one file and the next, where a file may be
   *     missing
   */
  public record Gaps(long incompleteDatagrams, long reportedDrops, long pauses) {}

  public Coverage {
    kinds = Map.copyOf(kinds);
    encrypted = Map.copyOf(encrypted);
    networks = Set.copyOf(networks);
  }

  public long count(Packet.Kind kind) {
    return kinds.getOrDefault(kind, 0L);
  }
}
