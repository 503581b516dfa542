package dev.faultlab.capture.packet;

import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.link.Bytes;
import dev.faultlab.capture.link.EtherTypes;
import dev.faultlab.capture.link.LinkLayer;
import dev.faultlab.capture.link.Ppp;

/**
 * Finds the IP header of a packet that is tunnelled in another one. As in {@link LinkLayer}, the
 * result is an offset in {@code data} or a negative number, also for what only looks like a tunnel:
 * a name server may well be asked from port 4789.
 */
final class Tunnels {
  private static final int DNS = 53;
  private static final int VXLAN = 4789;

  /** The port of Linux and flannel before 4789 was assigned. */
  private static final int VXLAN_LINUX = 8472;

  private static final int GENEVE = 6081;
  private static final int GTP_USER = 2152;
  private static final int MPLS_IN_UDP = 6635;
  private static final int L2TP = 1701;

  /** Of a data message of version 2: length, sequence, offset, priority. */
  private static final int L2TP_OPTIONS = 0x4b00;

  private static final int WIREGUARD = 51_820;
  private static final int IPSEC_NAT = 4500;

  private static final int ERSPAN_2 = 0x88be;
  private static final int ERSPAN_3 = 0x22eb;
  private static final int GRE_PPP = 0x880b;

  /** Whether one port shows that it is DNS; the other may then be any number, even a tunnel's. */
  static boolean isDns(Packet packet) {
    return isAt(packet, DNS);
  }

  /**
   * The contents of a datagram to one of the ports, or from one if both sides answer, from its
   * payload on. Not called if {@link #isDns}.
   */
  static int inUdp(Packet packet, int at, int end) {
    byte[] data = packet.data;
    return switch (packet.destinationPort) {
      case VXLAN, VXLAN_LINUX -> vxlan(packet, at, end);
      case GENEVE -> geneve(packet, at, end);
      case GTP_USER -> gtp(data, at, end);
      case MPLS_IN_UDP -> EtherTypes.mpls(data, at, end);
      default -> isAt(packet, L2TP) ? l2tp(data, at, end) : LinkLayer.NOT_IP;
    };
  }

  /** A data message of version 2 (RFC 2661) or 3 (RFC 3931, 4.1.2), which is not decoded. */
  private static int l2tp(byte[] data, int at, int end) {
    boolean isVersion2 = end - at >= 6 && (Bytes.u16(data, at) & ~L2TP_OPTIONS) == 2;
    boolean isVersion3 = end - at >= 6 && Bytes.i32(data, at) == 3 << 16;
    return isVersion2 || isVersion3 ? LinkLayer.UNREAD_TUNNEL : LinkLayer.NOT_IP;
  }

  /** The encryption of the datagram, from ports and first bytes; not called for DNS either. */
  static Coverage.Cipher cipher(Packet packet, int at, int end) {
    if (end - at < 8) {
      return Coverage.Cipher.NONE;
    }
    int head = Bytes.i32(packet.data, at);
    boolean isWireguard = head >= 0x0100_0000 && head <= 0x0400_0000 && (head & 0xff_ffff) == 0;
    if (isWireguard && isAt(packet, WIREGUARD)) {
      return Coverage.Cipher.WIREGUARD;
    }
    // RFC 3948: on that port, key exchange begins with four zero bytes.
    return head != 0 && isAt(packet, IPSEC_NAT) && packet.payloadLength > 20
        ? Coverage.Cipher.IPSEC
        : Coverage.Cipher.NONE;
  }

  private static boolean isAt(Packet packet, int port) {
    return packet.sourcePort == port || packet.destinationPort == port;
  }

  /** RFC 7348. */
  private static int vxlan(Packet packet, int at, int end) {
    if (end - at < 8 || (Bytes.i32(packet.data, at) & 0x08ff_ffff) != 0x0800_0000) {
      return LinkLayer.NOT_IP;
    }
    packet.network = Bytes.i32(packet.data, at + 4) >>> 8;
    return EtherTypes.ethernet(packet.data, at + 8, end);
  }

  /** RFC 8926. */
  private static int geneve(Packet packet, int at, int end) {
    byte[] data = packet.data;
    boolean isInvalid = end - at < 8 || (Bytes.u8(data, at) & 0xc0) != 0;
    if (isInvalid || (Bytes.u8(data, at + 1) & 0x3f) != 0 || Bytes.u8(data, at + 7) != 0) {
      return LinkLayer.NOT_IP;
    }
    packet.network = Bytes.i32(data, at + 4) >>> 8;
    int header = 8 + (Bytes.u8(data, at) & 0x3f) * 4;
    return bridgedOr(Bytes.u16(data, at + 2), data, at + header, end);
  }

  /** GTP version 1, user data (3GPP TS 29.281). */
  private static int gtp(byte[] data, int at, int end) {
    if (end - at < 8 || (Bytes.u8(data, at) & 0xf0) != 0x30 || Bytes.u8(data, at + 1) != 255) {
      return LinkLayer.NOT_IP;
    }
    boolean hasOptions = (Bytes.u8(data, at) & 7) != 0;
    int next = at + (hasOptions ? 12 : 8);
    if ((Bytes.u8(data, at) & 4) != 0 && end - next >= 0) {
      int extension = Bytes.u8(data, at + 11);
      while (extension != 0) {
        int size = end - next < 1 ? 0 : Bytes.u8(data, next) * 4;
        if (size == 0 || end - next < size) {
          return LinkLayer.NOT_IP;
        }
        next += size;
        extension = Bytes.u8(data, next - 1);
      }
    }
    return EtherTypes.byVersion(data, next, end);
  }

  /** RFC 2784, 2890, 7637 (NVGRE), and the enhanced one of PPTP (RFC 2637). */
  static int inGre(Packet packet, int at, int end) {
    byte[] data = packet.data;
    if (end - at < 4) {
      return LinkLayer.NOT_IP;
    }
    int flags = Bytes.u16(data, at);
    boolean routed = (flags & 0x4000) != 0;
    boolean hasKey = (flags & 0x2000) != 0;
    boolean hasSequence = (flags & 0x1000) != 0;
    int header = (flags & 0x8000) != 0 ? 8 : 4;
    header += hasKey ? 4 : 0;
    header += hasSequence ? 4 : 0;
    header += (flags & 0x80) != 0 ? 4 : 0;
    if (routed || end - at < header) {
      return LinkLayer.NOT_IP;
    }
    int type = Bytes.u16(data, at + 2);
    if (hasKey && type == EtherTypes.BRIDGED) {
      packet.network = Bytes.i32(data, at + 4) >>> 8;
    }
    return switch (type) {
      case GRE_PPP -> Ppp.frame(data, at + header, end);
      case ERSPAN_2 -> EtherTypes.ethernet(data, at + header + (hasSequence ? 8 : 0), end);
      case ERSPAN_3 -> erspan3(data, at + header, end);
      default -> bridgedOr(type, data, at + header, end);
    };
  }

  private static int erspan3(byte[] data, int at, int end) {
    if (end - at < 12) {
      return LinkLayer.NOT_IP;
    }
    boolean hasPlatformHeader = (Bytes.u8(data, at + 11) & 1) != 0;
    return EtherTypes.ethernet(data, at + (hasPlatformHeader ? 20 : 12), end);
  }

  private static int bridgedOr(int type, byte[] data, int at, int end) {
    return type == EtherTypes.BRIDGED
        ? EtherTypes.ethernet(data, at, end)
        : EtherTypes.of(type, data, at, end);
  }
}
