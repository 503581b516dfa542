package dev.faultlab.capture;

import dev.faultlab.capture.Packet.Kind;

/** Turns frames into packets: link layer, IPv4 (RFC 791), IPv6 (RFC 8200), UDP, TCP (RFC 9293). */
public final class PacketDecoder {
  private static final int TCP = 6;
  private static final int UDP = 17;
  private static final int HOP_BY_HOP = 0;
  private static final int ROUTING = 43;
  private static final int FRAGMENT = 44;
  private static final int AUTHENTICATION = 51;
  private static final int DESTINATION = 60;
  private static final int MOBILITY = 135;
  private static final int HIP = 139;
  private static final int SHIM6 = 140;

  private PacketDecoder() {}

  /** Decodes {@code frame} into {@code packet}, which is overwritten. Never throws on contents. */
  public static void decode(Frame frame, Packet packet) {
    packet.data = frame.data;
    packet.frameNumber = frame.number;
    if (frame.timeNanos != Frame.NO_TIME) {
      packet.timeNanos = frame.timeNanos;
    }
    packet.firstFragment = false;
    packet.kind = network(frame, packet);
  }

  private static Kind network(Frame frame, Packet packet) {
    int offset = LinkLayer.networkOffset(frame);
    if (offset < 0) {
      return switch (offset) {
        case LinkLayer.UNSUPPORTED -> Kind.UNSUPPORTED_LINK;
        case LinkLayer.CUT_OFF -> Kind.CUT_OFF;
        default -> Kind.NOT_IP;
      };
    }
    int at = frame.start + offset;
    int captured = frame.captured - offset;
    if (captured < 1) {
      return Kind.CUT_OFF;
    }
    int length = frame.length - offset;
    return switch (Bytes.u8(frame.data, at) >> 4) {
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
    // 0 is what a capture on the sending host shows when the network card does the segmentation.
    int total = announced == 0 ? length : announced;
    if (header < 20 || total < header || total > length) {
      return Kind.MALFORMED;
    }
    packet.ipId = Bytes.u16(data, at + 4);
    packet.ttl = Bytes.u8(data, at + 8);
    packet.sourceHigh = 0;
    packet.sourceLow = Address.mapped(Bytes.i32(data, at + 12));
    packet.destinationHigh = 0;
    packet.destinationLow = Address.mapped(Bytes.i32(data, at + 16));
    int fragment = Bytes.u16(data, at + 6);
    if ((fragment & 0x3fff) != 0) {
      packet.fragmentId = packet.ipId;
      packet.fragmentOffset = (fragment & 0x1fff) * 8;
      packet.moreFragments = (fragment & 0x2000) != 0;
      packet.protocol = Bytes.u8(data, at + 9);
      contents(packet, at + header, Math.min(captured, total) - header, total - header);
      if (packet.fragmentOffset > 0) {
        return Kind.LATER_FRAGMENT;
      }
      packet.firstFragment = true;
    }
    return transport(
        packet,
        Bytes.u8(data, at + 9),
        at + header,
        Math.min(captured, total) - header,
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
    int inside = Math.min(captured, total);
    int next = Bytes.u8(data, at + 6);
    int offset = 40;
    while (isExtension(next)) {
      if (inside < offset + 8) {
        return total < offset + 8 ? Kind.MALFORMED : Kind.CUT_OFF;
      }
      int size = Bytes.u8(data, at + offset + 1);
      if (next == FRAGMENT) {
        size = 8;
        int fragment = Bytes.u16(data, at + offset + 2);
        packet.fragmentId = Bytes.u32(data, at + offset + 4);
        packet.fragmentOffset = fragment & 0xfff8;
        packet.moreFragments = (fragment & 1) != 0;
        packet.protocol = Bytes.u8(data, at + offset);
        int start = offset + size;
        contents(packet, at + start, inside - start, total - start);
        if (packet.fragmentOffset > 0) {
          return Kind.LATER_FRAGMENT;
        }
        packet.firstFragment = packet.moreFragments;
      } else {
        size = next == AUTHENTICATION ? (size + 2) * 4 : (size + 1) * 8;
      }
      next = Bytes.u8(data, at + offset);
      offset += size;
    }
    if (offset > total) {
      return Kind.MALFORMED;
    }
    return transport(packet, next, at + offset, inside - offset, total - offset);
  }

  private static void contents(Packet packet, int at, int captured, int length) {
    packet.fragmentStart = at;
    packet.fragmentCaptured = Math.max(0, captured);
    packet.fragmentLength = length;
  }

  private static boolean isExtension(int next) {
    return switch (next) {
      case HOP_BY_HOP, ROUTING, FRAGMENT, AUTHENTICATION, DESTINATION, MOBILITY, HIP, SHIM6 -> true;
      default -> false;
    };
  }

  private static Kind transport(Packet packet, int protocol, int at, int captured, int length) {
    return switch (protocol) {
      case TCP -> tcp(packet, at, captured, length);
      case UDP -> udp(packet, at, captured, length);
      default -> Kind.OTHER_TRANSPORT;
    };
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
    if (announced != 0 && announced < 8 || announced > length && !packet.firstFragment) {
      return Kind.MALFORMED;
    }
    packet.payloadStart = at + 8;
    packet.payloadLength = (announced == 0 ? length : announced) - 8;
    packet.payloadCaptured = Math.min(captured - 8, packet.payloadLength);
    return Kind.UDP;
  }

  private static Kind tcp(Packet packet, int at, int captured, int length) {
    byte[] data = packet.data;
    if (length < 20) {
      return packet.firstFragment ? Kind.CUT_OFF : Kind.MALFORMED;
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
    packet.window = Bytes.u16(data, at + 14);
    packet.optionsStart = at + 20;
    packet.optionsLength = header - 20;
    packet.optionsCaptured = Math.min(header, captured) - 20;
    packet.payloadStart = at + header;
    packet.payloadLength = length - header;
    packet.payloadCaptured = Math.max(0, Math.min(captured, length) - header);
    return Kind.TCP;
  }
}
