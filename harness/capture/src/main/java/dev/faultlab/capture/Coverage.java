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
 * @param snappedFrames frames of which the capture holds only the beginning
 * @param incompleteDatagrams IP datagrams of which a fragment is missing or overlaps another
 * @param reportedDrops packets that the capturing program says it lost (pcapng statistics)
 * @param pauses silences of more than a second between one file and the next, where a file may be
 *     missing
 * @param unsupportedLinkType the first link type that is not decoded, if there is one
 * @param firstTimeNanos time of the first frame that has one, nanoseconds since 1970
 * @param lastTimeNanos the latest time in the capture
 * @param backwardSteps frames whose time is before that of their predecessor
 */
public record Coverage(
    long frames,
    Map<Packet.Kind, Long> kinds,
    Map<Packet.Cipher, Long> encrypted,
    Set<Integer> networks,
    long snappedFrames,
    long incompleteDatagrams,
    long reportedDrops,
    long pauses,
    Optional<Integer> unsupportedLinkType,
    OptionalLong firstTimeNanos,
    OptionalLong lastTimeNanos,
    long backwardSteps) {

  public Coverage {
    kinds = Map.copyOf(kinds);
    encrypted = Map.copyOf(encrypted);
    networks = Set.copyOf(networks);
  }

  public long count(Packet.Kind kind) {
    return kinds.getOrDefault(kind, 0L);
  }
}
