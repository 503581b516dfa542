package dev.faultlab.capture;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a capture shows and what it hides.
 *
 * @param frames all frames
 * @param kinds number of frames by kind; the frame that completes a fragmented datagram counts as
 *     that datagram's kind
 * @param encrypted number of frames by the encryption that hides them
 * @param networks numbers of virtual networks that packets were tunnelled in (VXLAN, Geneve,
 *     NVGRE), the first thousand
 * @param gaps what is missing
 * @param unsupportedLinkType the first link type that is not decoded, if there is one
 * @param lastTimeNanos the latest time in the capture, nanoseconds since 1970
 */
public record Coverage(
    long frames,
    Map<Kind, Long> kinds,
    Map<Cipher, Long> encrypted,
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

  /** The recognised kind. Only {@link #TCP} and {@link #UDP} have ports. */
  public enum Kind {
    /** TCP. */
    TCP,
    /** UDP. */
    UDP,
    /** ICMP and everything else above IP. */
    OTHER_TRANSPORT,
    /** A fragment of an IP datagram whose other fragments have not arrived yet, or never will. */
    FRAGMENT,
    /** ARP and the like. */
    NOT_IP,
    /** The snap length cut the headers. */
    CUT_OFF,
    /** Header fields that contradict each other. */
    MALFORMED,
    /** A link type that this decoder does not know. */
    UNSUPPORTED_LINK,
    /** Encrypted: {@link Coverage#encrypted} has the ciphers. */
    OPAQUE,
    /** L2TP, EtherIP or a network service header. */
    UNREAD_TUNNEL
  }

  /** The encryption of a packet's contents. */
  public enum Cipher {
    /** Nothing is hidden. */
    NONE(""),
    /** WireGuard. */
    WIREGUARD("WireGuard"),
    /** IPsec with ESP. */
    IPSEC("IPsec (ESP)"),
    /** MACsec that encrypts. */
    MACSEC("MACsec");

    private final String title;

    Cipher(String title) {
      this.title = title;
    }

    /** {@return its name for people} */
    @Override
    public String toString() {
      return title;
    }
  }

  /**
   * How many frames were decoded as this kind.
   *
   * @param kind of frame
   * @return their number
   */
  public long count(Kind kind) {
    return kinds.getOrDefault(kind, 0L);
  }
}
