package dev.faultlab.capture.packet;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Coverage.Cipher;
import dev.faultlab.capture.Coverage.Kind;
import dev.faultlab.capture.link.Bytes;
import dev.faultlab.capture.link.EtherTypes;
import dev.faultlab.capture.link.LinkLayer;

/**
 * Turns frames into packets: link layer, IPv4 (RFC 791), IPv6 (RFC 8200), UDP, TCP (RFC 9293). For
 * a tunnel, the innermost packet counts.
 */
final class PacketDecoder {
  private static final int TCP = 6;
  private static final int UDP = 17;
  private static final int FRAGMENT = 44;
  private static final int AUTHENTICATION = 51;

  private static final int IP_IN_IP = 4;
  private static final int IPV6_IN_IP = 41;
  private static final int GRE = 47;
  private static final int ESP = 50;
  private static final int ETHERNET_IN_IP = 97;
  private static final int L2TP_IN_IP = 115;
  private static final int MPLS_IN_IP = 137;

  /** Limit of nested tunnels: networks do not nest deeper, and a frame could claim thousands. */
  private static final int MAX_DEPTH = 8;

  /** Twice the longest that Linux sends before segmentation (GSO_MAX_SIZE); no frame is longer. */
  private static final int LONGEST = 1 << 20;

  /**
   * Decodes {@code frame} into {@code packet}, which is overwritten. Never throws because of
   * contents.
   */
  static void decode(Frame frame, Packet packet) {
    packet.data = frame.data;
    packet.frame = frame.number;
    if (frame.timeNanos != Frame.NO_TIME) {
      packet.timeNanos = frame.timeNanos;
    }
    packet.cipher = Cipher.NONE;
    packet.network = Packet.NO_NETWORK;
    packet.depth = 0;
    int end = frame.start + frame.captured;
    int at = LinkLayer.ip(frame.linkType, frame.data, frame.start, end);
    packet.kind =
        switch (at) {
          case LinkLayer.UNSUPPORTED -> Kind.UNSUPPORTED_LINK;
          case LinkLayer.CUT_OFF -> Kind.CUT_OFF;
          case LinkLayer.MACSEC_CIPHER -> opaque(packet, Cipher.MACSEC);
          case LinkLayer.NOT_IP -> Kind.NOT_IP;
          case LinkLayer.UNREAD_TUNNEL -> Kind.UNREAD_TUNNEL;
          default -> ip(packet, at, end - at, Math.min(frame.length, LONGEST) - at + frame.start);
        };
  }

  private static Kind opaque(Packet packet, Cipher cipher) {
    packet.cipher = cipher;
    return Kind.OPAQUE;
  }

  private static Kind ip(Packet packet, int at, int captured, int length) {
    if (captured < 1) {
      return Kind.CUT_OFF;
    }
    return switch (Bytes.u8(packet.data, at) >> 4) {
      case 4 -> ipv4(packet, at, captured, length);
      case 6 -> ipv6(packet, at, captured, length);
      default -> Kind.MALFORMED;
    };
  }

  private static Kind ipv4(Packet packet, int at, int captured, int length) {
    byte[] data = packet.data;
    if (captured < 20) {
      return Kind.CUT_OFF;
    }
    int header = (data[at] & 15) * 4;
    int announced = Bytes.u16(data, at + 2);
    // Captures on the sending host show 0 if the network card does the segmentation.
    int total = announced == 0 ? length : announced;
    if (header < 20 || total < header || total > length) {
      return Kind.MALFORMED;
    }
    packet.ipId = Bytes.u16(data, at + 4);
    packet.ttl = Bytes.u8(data, at + 8);
    packet.sourceHigh = 0;
    packet.sourceLow = Address.mappedLow(Bytes.i32(data, at + 12));
    packet.destinationHigh = 0;
    packet.destinationLow = Address.mappedLow(Bytes.i32(data, at + 16));
    int payload = Math.min(captured, total) - header;
    packet.protocol = Bytes.u8(data, at + 9);
    int fragment = Bytes.u16(data, at + 6);
    return (fragment & 0x3fff) == 0
        ? contents(packet, packet.protocol, at + header, payload, total - header)
        : fragment(
            packet,
            packet.ipId,
            (fragment & 0x1fff) * 8,
            (fragment & 0x2000) != 0,
            at + header,
            payload,
            total - header);
  }

  private static Kind ipv6(Packet packet, int at, int captured, int length) {
    byte[] data = packet.data;
    if (captured < 40) {
      return Kind.CUT_OFF;
    }
    int announced = Bytes.u16(data, at + 4);
    int total = announced == 0 ? length : 40 + announced;
    if (total > length) {
      return Kind.MALFORMED;
    }
    packet.ipId = -1;
    packet.ttl = Bytes.u8(data, at + 7);
    packet.sourceHigh = Bytes.i64(data, at + 8);
    packet.sourceLow = Bytes.i64(data, at + 16);
    packet.destinationHigh = Bytes.i64(data, at + 24);
    packet.destinationLow = Bytes.i64(data, at + 32);
    packet.protocol = Bytes.u8(data, at + 6);
    return contents(packet, packet.protocol, at + 40, Math.min(captured, total) - 40, total - 40);
  }

  /**
   * The part after the IP header, or all fragments together: extension headers and the transport.
   *
   * @param next first protocol
   * @param at its offset
   */
  static Kind contents(Packet packet, int next, int at, int captured, int length) {
    byte[] data = packet.data;
    int protocol = next;
    int offset = 0;
    while (packet.isIpv6() ? isExtension(protocol) : protocol == AUTHENTICATION) {
      if (captured < offset + 8) {
        return length < offset + 8 ? Kind.MALFORMED : Kind.CUT_OFF;
      }
      int header = at + offset;
      int size = Bytes.u8(data, header + 1);
      if (protocol == FRAGMENT) {
        offset += 8;
        int fragment = Bytes.u16(data, header + 2);
        if ((fragment & 0xfff9) != 0) {
          packet.protocol = Bytes.u8(data, header);
          return fragment(
              packet,
              Bytes.u32(data, header + 4),
              fragment & 0xfff8,
              (fragment & 1) != 0,
              at + offset,
              captured - offset,
              length - offset);
        }
      } else {
        offset += protocol == AUTHENTICATION ? (size + 2) * 4 : (size + 1) * 8;
      }
      protocol = Bytes.u8(data, header);
    }
    if (offset > length) {
      return Kind.MALFORMED;
    }
    return transport(packet, protocol, at + offset, captured - offset, length - offset);
  }

  private static Kind fragment(
      Packet packet, long id, int offset, boolean more, int at, int captured, int length) {
    packet.fragmentId = id;
    packet.fragmentOffset = offset;
    packet.moreFragments = more;
    packet.fragmentStart = at;
    packet.fragmentCaptured = Math.max(0, captured);
    packet.fragmentLength = length;
    return Kind.FRAGMENT;
  }

  /** Hop-by-hop, destination options, routing, mobility, HIP, shim6, and the two above. */
  private static boolean isExtension(int next) {
    return switch (next) {
      case 0, 60, 43, 135, 139, 140, FRAGMENT, AUTHENTICATION -> true;
      default -> false;
    };
  }

  private static Kind transport(Packet packet, int protocol, int at, int captured, int length) {
    int end = at + captured;
    return switch (protocol) {
      case TCP -> tcp(packet, at, captured, length);
      case UDP -> {
        Kind kind = udp(packet, at, captured, length);
        yield kind == Kind.UDP ? inUdp(packet, end, length) : kind;
      }
      case IP_IN_IP, IPV6_IN_IP -> tunnelled(packet, at, at, end, length);
      case GRE -> tunnelled(packet, Tunnels.inGre(packet, at, end), at, end, length);
      case MPLS_IN_IP -> tunnelled(packet, EtherTypes.mpls(packet.data, at, end), at, end, length);
      case ETHERNET_IN_IP, L2TP_IN_IP -> Kind.UNREAD_TUNNEL;
      case ESP -> opaque(packet, Cipher.IPSEC);
      default -> {
        packet.protocol = protocol;
        packet.payloadStart = at;
        packet.payloadCaptured = Math.max(0, captured);
        yield Kind.OTHER_TRANSPORT;
      }
    };
  }

  /**
   * Whether a datagram of that protocol may carry another packet; for UDP only the ports show it.
   */
  static boolean isTunnel(int protocol) {
    return switch (protocol) {
      case IP_IN_IP, IPV6_IN_IP, GRE, ETHERNET_IN_IP, MPLS_IN_IP, L2TP_IN_IP -> true;
      default -> false;
    };
  }

  private static Kind inUdp(Packet packet, int end, int length) {
    if (Tunnels.isDns(packet)) {
      return Kind.UDP;
    }
    int at = packet.payloadStart;
    int network = packet.network;
    int inner = Tunnels.inUdp(packet, at, Math.min(end, at + packet.payloadCaptured));
    if (inner >= 0) {
      return tunnelled(packet, inner, at, end, Math.max(length - 8, 0));
    }
    packet.network = network;
    if (inner == LinkLayer.UNREAD_TUNNEL) {
      return Kind.UNREAD_TUNNEL;
    }
    Cipher cipher = Tunnels.cipher(packet, at, at + packet.payloadCaptured);
    return cipher == Cipher.NONE ? Kind.UDP : opaque(packet, cipher);
  }

  /**
   * @param inner offset of the inner packet, or a negative number
   * @param at offset of the {@code length} bytes that carry it
   */
  private static Kind tunnelled(Packet packet, int inner, int at, int end, int length) {
    if (inner < 0 || inner >= end || packet.depth == MAX_DEPTH) {
      return Kind.OTHER_TRANSPORT;
    }
    packet.depth++;
    return ip(packet, inner, end - inner, length - (inner - at));
  }

  private static Kind udp(Packet packet, int at, int captured, int length) {
    byte[] data = packet.data;
    if (length < 8) {
      return Kind.MALFORMED;
    }
    if (captured < 8) {
      return Kind.CUT_OFF;
    }
    packet.sourcePort = Bytes.u16(data, at);
    packet.destinationPort = Bytes.u16(data, at + 2);
    int announced = Bytes.u16(data, at + 4);
    int total = announced == 0 ? length : announced;
    if (total < 8 || total > length) {
      return Kind.MALFORMED;
    }
    packet.payloadStart = at + 8;
    packet.payloadLength = total - 8;
    packet.payloadCaptured = Math.min(captured - 8, packet.payloadLength);
    return Kind.UDP;
  }

  private static Kind tcp(Packet packet, int at, int captured, int length) {
    byte[] data = packet.data;
    if (length < 20) {
      return Kind.MALFORMED;
    }
    if (captured < 20) {
      return Kind.CUT_OFF;
    }
    int header = (Bytes.u8(data, at + 12) >> 4) * 4;
    if (header < 20 || header > length) {
      return Kind.MALFORMED;
    }
    packet.sourcePort = Bytes.u16(data, at);
    packet.destinationPort = Bytes.u16(data, at + 2);
    packet.sequence = Bytes.u32(data, at + 4);
    packet.acknowledgement = Bytes.u32(data, at + 8);
    packet.flags = Bytes.u8(data, at + 13);
    packet.rawWindow = Bytes.u16(data, at + 14);
    packet.optionsStart = at + 20;
    packet.optionsLength = header - 20;
    packet.optionsCaptured = Math.min(header, captured) - 20;
    packet.payloadStart = at + header;
    packet.payloadLength = length - header;
    packet.payloadCaptured = Math.max(0, Math.min(captured, length) - header);
    return Kind.TCP;
  }
}
