package dev.faultlab.capture;

import dev.faultlab.capture.link.Bytes;
import dev.faultlab.capture.link.EtherTypes;
import dev.faultlab.capture.link.LinkLayer;
import dev.faultlab.capture.link.Ppp;

/**
 * Packets in L2TP version 3 (RFC 3931). How long a session's cookie is, whether there is a sublayer
 * and what is carried stand in the control messages, or in nothing but the two ends' configuration.
 * So a packet within counts only where it proves itself: by the checksum of its IPv4 header, or by
 * the type before an IPv6 header, and by a length that fills the rest. At most one of the places
 * where it may begin can then be right.
 */
final class L2tpV3 {
  /** Cookies have 0, 4 or 8 bytes; the usual sublayer (RFC 3931 4.6) has 4. */
  private static final int LONGEST_HEADER = 12;

  private static final int STEP = 4;
  private static final int SESSION = 4;

  /** IEEE 802.3's least frame, without its check sequence. */
  private static final int ETHERNET_LEAST = 60;

  private L2tpV3() {}

  /**
   * A data message over IP, from the session's number on.
   *
   * @param end where what was captured of it ends
   * @param whole where it ended on the wire
   * @return where the packet begins, {@link LinkLayer#NOT_IP} for a control message, or {@link
   *     LinkLayer#UNTOLD}
   */
  static int overIp(byte[] data, int at, int end, int whole) {
    boolean session = end - at >= SESSION && Bytes.i32(data, at) != 0;
    return session ? inSession(data, at + SESSION, end, whole) : LinkLayer.NOT_IP;
  }

  /** A data message over UDP (RFC 3931 4.1.2), from its flags on. */
  static int overUdp(byte[] data, int at, int end, int whole) {
    boolean message = end - at >= SESSION && Bytes.i32(data, at) == 3 << 16;
    return message ? overIp(data, at + SESSION, end, whole) : LinkLayer.NOT_IP;
  }

  private static int inSession(byte[] data, int start, int end, int whole) {
    int found = LinkLayer.UNTOLD;
    for (int at = start; at <= start + LONGEST_HEADER; at += STEP) {
      int here = proven(data, at, end, whole);
      if (here >= 0 && found >= 0 && here != found) {
        return LinkLayer.UNTOLD;
      }
      found = Math.max(found, here);
    }
    return found;
  }

  private static int proven(byte[] data, int at, int end, int whole) {
    int inEthernet = EtherTypes.ethernet(data, at, end);
    if (inEthernet >= 0 && fills(data, inEthernet, end, whole, at + ETHERNET_LEAST == whole)) {
      return inEthernet;
    }
    int inPpp = Ppp.frame(data, at, end);
    if (inPpp >= 0 && fills(data, inPpp, end, whole, false)) {
      return inPpp;
    }
    boolean bare = at < end && isVersion4(data, at) && fills(data, at, end, whole, false);
    return bare ? at : LinkLayer.UNTOLD;
  }

  private static boolean isVersion4(byte[] data, int at) {
    return Bytes.u8(data, at) >> 4 == 4;
  }

  /**
   * @param padded whether something may follow the packet, as in the shortest Ethernet frames
   */
  private static boolean fills(byte[] data, int ip, int end, int whole, boolean padded) {
    boolean four = end - ip >= 20 && isVersion4(data, ip) && isChecked(data, ip, end);
    boolean six = end - ip >= 40 && Bytes.u8(data, ip) >> 4 == 6;
    if (!four && !six) {
      return false;
    }
    int length = four ? Bytes.u16(data, ip + 2) : 40 + Bytes.u16(data, ip + 4);
    return padded ? length <= whole - ip : length == whole - ip;
  }

  /** RFC 1071: header and checksum together come to a sum of ones. */
  private static boolean isChecked(byte[] data, int ip, int end) {
    int header = (data[ip] & 15) * 4;
    if (header < 20 || end - ip < header) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < header; i += 2) {
      sum += Bytes.u16(data, ip + i);
    }
    return (sum & 0xffff) + (sum >>> 16) == 0xffff;
  }
}
