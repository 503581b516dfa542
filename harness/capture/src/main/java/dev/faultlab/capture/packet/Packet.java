package dev.faultlab.capture.packet;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Coverage.Cipher;
import dev.faultlab.capture.Coverage.Kind;
import dev.faultlab.capture.Endpoint;

/**
 * A decoded frame: addresses, transport and the position of the payload. One object serves a whole
 * capture, and nothing is allocated per frame; copy what you keep.
 *
 * <p>"Captured" lengths are in the capture, plain lengths were on the wire; they differ if the snap
 * length cut the packet.
 */
public final class Packet {
  /** {@link #network()} of a packet outside all virtual networks. */
  public static final int NO_NETWORK = -1;

  public static final int FIN = 1;
  public static final int SYN = 2;
  public static final int RST = 4;
  public static final int PSH = 8;
  public static final int ACK = 16;

  Kind kind = Kind.NOT_IP;
  byte[] data = new byte[0];
  long frameNumber;
  long timeNanos;
  long sourceHigh;
  long sourceLow;
  long destinationHigh;
  long destinationLow;
  int sourcePort;
  int destinationPort;
  int ipId;
  int ttl;
  int depth;
  boolean moreFragments;
  long fragmentId;
  int fragmentOffset;
  int fragmentStart;
  int fragmentCaptured;
  int fragmentLength;
  int protocol;
  int payloadStart;
  int payloadCaptured;
  int payloadLength;
  long sequence;
  long acknowledgement;
  int flags;
  int window;
  int optionsStart;
  int optionsCaptured;
  int optionsLength;
  boolean ip;
  Cipher cipher = Cipher.NONE;
  int network = NO_NETWORK;

  public Kind kind() {
    return kind;
  }

  /** Whether an IP header was found in the frame, even if it could not be decoded. */
  public boolean isIp() {
    return ip;
  }

  /** The encryption; {@link Cipher#NONE} unless the kind is {@link Kind#OPAQUE}. */
  public Cipher cipher() {
    return cipher;
  }

  /**
   * The number of the packet's virtual network (VXLAN, Geneve, NVGRE), 0 to 2^24-1, or {@link
   * #NO_NETWORK}. Different networks may use the same addresses.
   */
  public int network() {
    return network;
  }

  public byte[] data() {
    return data;
  }

  public long frame() {
    return frameNumber;
  }

  /** Nanoseconds since 1970; a frame without its own time gets its predecessor's. */
  public long timeNanos() {
    return timeNanos;
  }

  public long sourceHigh() {
    return sourceHigh;
  }

  public long sourceLow() {
    return sourceLow;
  }

  public long destinationHigh() {
    return destinationHigh;
  }

  public long destinationLow() {
    return destinationLow;
  }

  public int sourcePort() {
    return sourcePort;
  }

  public int destinationPort() {
    return destinationPort;
  }

  public Endpoint source() {
    return new Endpoint(new Address(sourceHigh, sourceLow), sourcePort);
  }

  public Endpoint destination() {
    return new Endpoint(new Address(destinationHigh, destinationLow), destinationPort);
  }

  /** IPv4 identification; -1 for IPv6. Linux sends 0 in a SYN-ACK and in unconnected datagrams. */
  public int ipId() {
    return ipId;
  }

  /** IPv4 time to live or IPv6 hop limit. */
  public int ttl() {
    return ttl;
  }

  /** Whether another fragment of the datagram follows. */
  public boolean moreFragments() {
    return moreFragments;
  }

  /** Identification that fragments of one datagram share: 16 bits in IPv4, 32 in IPv6. */
  public long fragmentId() {
    return fragmentId;
  }

  /** Offset of the fragment's contents in the datagram, bytes. */
  public int fragmentOffset() {
    return fragmentOffset;
  }

  /** First byte of the fragment's contents in {@link #data()}, transport header included. */
  public int fragmentStart() {
    return fragmentStart;
  }

  public int fragmentCaptured() {
    return fragmentCaptured;
  }

  public int fragmentLength() {
    return fragmentLength;
  }

  /** IP protocol number of a fragment's contents. */
  public int protocol() {
    return protocol;
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

  /** Whether it was tunnelled in another packet. */
  public boolean isTunnelled() {
    return depth > 0;
  }

  public int payloadStart() {
    return payloadStart;
  }

  public int payloadCaptured() {
    return payloadCaptured;
  }

  public int payloadLength() {
    return payloadLength;
  }

  /** TCP sequence number, 0 to 2^32-1. */
  public long sequence() {
    return sequence;
  }

  public long acknowledgement() {
    return acknowledgement;
  }

  public int flags() {
    return flags;
  }

  /** First byte of the TCP options; see also {@link #optionsCaptured()}. */
  public int optionsStart() {
    return optionsStart;
  }

  public int optionsCaptured() {
    return optionsCaptured;
  }

  public int optionsLength() {
    return optionsLength;
  }

  public boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /** The window field of the header, unscaled. */
  public int rawWindow() {
    return window;
  }
}
