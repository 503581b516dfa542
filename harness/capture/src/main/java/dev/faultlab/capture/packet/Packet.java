package dev.faultlab.capture.packet;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Coverage.Cipher;
import dev.faultlab.capture.Coverage.Kind;
import dev.faultlab.capture.Endpoint;
import java.util.Arrays;

/**
 * A decoded frame: addresses, transport and the position of the payload. One object serves a whole
 * capture, and nothing is allocated per frame; copy what you keep. Only the decoder writes it.
 *
 * <p>"Captured" lengths are in the capture, plain lengths were on the wire; they differ if the snap
 * length cut the packet.
 */
public final class Packet implements Cloneable {
  /** {@link #network} of a packet outside all virtual networks. */
  public static final int NO_NETWORK = -1;

  public static final int FIN = 1;
  public static final int SYN = 2;
  public static final int RST = 4;
  public static final int PSH = 8;
  public static final int ACK = 16;

  public Kind kind = Kind.NOT_IP;
  public byte[] data = new byte[0];
  public long frame;

  /** Nanoseconds since 1970; a frame without its own time gets its predecessor's. */
  public long timeNanos;

  public long sourceHigh;
  public long sourceLow;
  public long destinationHigh;
  public long destinationLow;
  public int sourcePort;
  public int destinationPort;

  /** IPv4 identification; -1 for IPv6. Linux sends 0 in a SYN-ACK and in unconnected datagrams. */
  public int ipId;

  /** IPv4 time to live or IPv6 hop limit. */
  public int ttl;

  /** How many tunnels it was in. */
  public int depth;

  /** Whether another fragment of the datagram follows. */
  boolean moreFragments;

  /** Identification that fragments of one datagram share: 16 bits in IPv4, 32 in IPv6. */
  long fragmentId;

  /** Offset of the fragment's contents in the datagram, bytes. */
  int fragmentOffset;

  /** First byte of the fragment's contents in {@link #data}, transport header included. */
  int fragmentStart;

  int fragmentCaptured;
  int fragmentLength;

  /** IP protocol number of a fragment's contents, or of an unknown transport. */
  public int protocol;

  public int payloadStart;
  public int payloadCaptured;
  public int payloadLength;

  /** TCP sequence number, 0 to 2^32-1. */
  public long sequence;

  public long acknowledgement;
  public int flags;

  /** The window field of the header, unscaled. */
  public int rawWindow;

  /** First byte of the TCP options. */
  public int optionsStart;

  public int optionsCaptured;
  public int optionsLength;

  /** The encryption; {@link Cipher#NONE} unless the kind is {@link Kind#OPAQUE}. */
  Cipher cipher = Cipher.NONE;

  /**
   * The number of the packet's virtual network (VXLAN, Geneve, NVGRE), 0 to 2^24-1, or {@link
   * #NO_NETWORK}. Different networks may use the same addresses.
   */
  int network = NO_NETWORK;

  public Endpoint source() {
    return new Endpoint(new Address(sourceHigh, sourceLow), sourcePort);
  }

  public Endpoint destination() {
    return new Endpoint(new Address(destinationHigh, destinationLow), destinationPort);
  }

  /** Whether the positions of a payload are known. */
  public boolean hasPayload() {
    return kind == Kind.UDP || kind == Kind.TCP;
  }

  /** A copy to keep, with the payload and without the headers. */
  public Packet copy() {
    try {
      Packet copy = (Packet) clone();
      int size = hasPayload() ? payloadCaptured : 0;
      int from = size > 0 ? payloadStart : 0;
      copy.data = Arrays.copyOfRange(data, from, from + size);
      copy.payloadStart = 0;
      return copy;
    } catch (CloneNotSupportedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  boolean isIpv6() {
    return ipId < 0;
  }

  /**
   * Whether a fragment's datagram may carry another packet; for UDP this depends on its unknown
   * ports.
   */
  public boolean mayCarryPackets() {
    return PacketDecoder.isTunnel(protocol);
  }

  public boolean has(int flag) {
    return (flags & flag) != 0;
  }
}
