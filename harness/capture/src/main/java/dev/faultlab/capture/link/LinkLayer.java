package dev.faultlab.capture.link;

/**
 * Finds the IP header behind the link layer's. Numbers are LINKTYPE_ values of the tcpdump group's
 * registry; what a header looks like is what tcpdump makes of it. Each function takes the captured
 * bytes from {@code at} to {@code end} and answers with the place of the IP header in {@code data}
 * or with one of the negative numbers below.
 */
public final class LinkLayer {
  public static final int UNSUPPORTED = -1;
  public static final int NOT_IP = -2;
  public static final int CUT_OFF = -3;

  /** An encrypted 802.11 frame. */
  public static final int WIFI_CIPHER = -4;

  /** MACsec (IEEE 802.1AE). */
  public static final int MACSEC_CIPHER = -5;

  /** Nothing in the frame tells where the packet begins. */
  public static final int UNTOLD = -6;

  private static final int PPI = 192;
  private static final int PKTAP = 258;

  /** What Mac OS X 10.9 wrote for PKTAP. */
  private static final int USER2 = 149;

  private LinkLayer() {}

  public static int ip(int linkType, byte[] data, int at, int end) {
    return switch (linkType) {
      case 1 -> EtherTypes.ethernet(data, at, end);
      // 12 and 14 are what BSDs write for raw IP.
      case 101, 12, 14, 228, 229 -> at;
      case 113 -> EtherTypes.behind(data, at, end, 14, 16); // LINUX_SLL
      case 276 -> EtherTypes.behind(data, at, end, 0, 20); // LINUX_SLL2
      case 0, 108 -> loopback(data, at, end); // NULL, LOOP
      case 6 -> Llc.tokenRing(data, at, end);
      case 10 -> Llc.behind(data, at, end, 13); // FDDI
      case 100 -> Llc.behind(data, at, end, 0); // ATM_RFC1483
      case 122 -> Llc.behind(data, at, end, 16); // IP_OVER_FC
      case 123 -> sunAtm(data, at, end);
      case 8 -> skip(at, end, 16); // SLIP
      case 15 -> skip(at, end, 24); // SLIP_BSDOS
      case 9, 166, 204 -> Ppp.frame(data, at, end); // PPP, PPP_PPPD, PPP_WITH_DIR
      case 50 -> Ppp.serial(data, at, end); // PPP_HDLC
      case 51 -> Ppp.overEthernet(data, at, end); // PPP_ETHER
      case 104, 16 -> Ppp.ciscoHdlc(data, at, end); // C_HDLC, what BSDs call HDLC
      case 107, 11 -> FrameRelay.frame(data, at, end); // FRELAY, what BSDs call FR
      case 219 -> EtherTypes.mpls(data, at, end); // MPLS
      case 105 -> Wifi.frame(data, at, end, false); // IEEE802_11
      case 119 -> Wifi.behindPrism(data, at, end); // IEEE802_11_PRISM
      case 127 -> Wifi.behindRadiotap(data, at, end); // IEEE802_11_RADIOTAP
      case 163 -> Wifi.behindAvs(data, at, end); // IEEE802_11_AVS
      case 99 -> EtherTypes.behind(data, at, end, 6, 44); // SYMANTEC_FIREWALL
      case 109 -> family(data, at, end, 0, 12); // ENC
      case 117 -> pflog(data, at, end);
      case 138 -> EtherTypes.behind(data, at, end, 16, 18); // APPLE_IP_OVER_IEEE1394
      case 226 -> ipnet(data, at, end);
      case 239 -> nflog(data, at, end);
      case 240 -> inner(1, data, at, end, 4); // NETANALYZER
      case 241 -> inner(1, data, at, end, 12); // NETANALYZER_TRANSPARENT
      case 242 -> EtherTypes.behind(data, at, end, 40, 44); // IPOIB
      case 247 -> infiniband(data, at, end);
      case 274 -> inner(1, data, at, end, 8); // ETHERNET_MPACKET
      case 281, 284 -> EtherTypes.behind(data, at, end, 16, 18); // DSA_TAG_BRCM, DSA_TAG_DSA
      case 282 -> inner(1, data, at, end, 4); // DSA_TAG_BRCM_PREPEND
      case 285 -> EtherTypes.behind(data, at, end, 20, 22); // DSA_TAG_EDSA
      case PPI -> ppi(data, at, end);
      case PKTAP, USER2 -> pktap(data, at, end);
      default -> Juniper.isOne(linkType) ? Juniper.ip(linkType, data, at, end) : UNSUPPORTED;
    };
  }

  private static int skip(int at, int end, int header) {
    return end - at < header ? CUT_OFF : at + header;
  }

  /** A frame of another link type behind a header. */
  private static int inner(int linkType, byte[] data, int at, int end, int header) {
    if (end - at < header) {
      return CUT_OFF;
    }
    // Who wraps a wrapper could go on for ever.
    boolean wrapper = linkType == PPI || linkType == PKTAP || linkType == USER2;
    return wrapper ? NOT_IP : ip(linkType, data, at + header, end);
  }

  private static int loopback(byte[] data, int at, int end) {
    return family(data, at, end, 0, 4);
  }

  /**
   * An address family, in the byte order of the capturing host, which the file does not tell, or an
   * Ethernet type in its stead.
   */
  private static int family(byte[] data, int at, int end, int familyAt, int header) {
    if (end - at < header) {
      return CUT_OFF;
    }
    int family = Bytes.i32(data, at + familyAt);
    int small = (family & 0xffff) == 0 ? Integer.reverseBytes(family) : family;
    return isInternet(small) ? at + header : NOT_IP;
  }

  /** AF_INET everywhere, and AF_INET6 of Linux, BSDs, Darwin, Solaris. */
  static boolean isInternet(int family) {
    return switch (family) {
      case 2, 10, 24, 26, 28, 30 -> true;
      default -> false;
    };
  }

  private static int sunAtm(byte[] data, int at, int end) {
    if (end - at < 4) {
      return CUT_OFF;
    }
    return switch (Bytes.u8(data, at) & 15) {
      case 1 -> inner(1, data, at, end, 6); // LANE has two bytes of its own
      case 2 -> Llc.behind(data, at, end, 4);
      default -> NOT_IP;
    };
  }

  /** The header says how long it is, without its padding to four bytes. */
  private static int pflog(byte[] data, int at, int end) {
    if (end - at < 4) {
      return CUT_OFF;
    }
    int header = Bytes.u8(data, at) + 3 & ~3;
    if (end - at < header) {
      return CUT_OFF;
    }
    return isInternet(Bytes.u8(data, at + 1)) ? at + header : NOT_IP;
  }

  /** Solaris' IP observability; the family stands in the second byte. */
  private static int ipnet(byte[] data, int at, int end) {
    if (end - at < 24) {
      return CUT_OFF;
    }
    return isInternet(Bytes.u8(data, at + 1)) ? at + 24 : NOT_IP;
  }

  /** Linux' netfilter log: attributes, one of which is the packet; in the host's byte order. */
  private static int nflog(byte[] data, int at, int end) {
    final int payload = 9;
    if (end - at < 4) {
      return CUT_OFF;
    }
    if (Bytes.u8(data, at + 1) != 0 || !isInternet(Bytes.u8(data, at))) {
      return NOT_IP;
    }
    for (int attribute = at + 4; end - attribute >= 4; ) {
      // Lengths are below 2^16 and types small, so the order of the bytes shows in the type.
      boolean little = Bytes.u8(data, attribute + 3) == 0;
      int type = little ? Bytes.le16(data, attribute + 2) : Bytes.u16(data, attribute + 2);
      int size = little ? Bytes.le16(data, attribute) : Bytes.u16(data, attribute);
      if (type == payload) {
        return attribute + 4;
      }
      if (size < 4) {
        return NOT_IP;
      }
      attribute += size + 3 & ~3;
    }
    return CUT_OFF;
  }

  /** IP over InfiniBand (RFC 4391) in an unreliable datagram, behind all of its headers. */
  private static int infiniband(byte[] data, int at, int end) {
    final int datagramSend = 0x64;
    final int datagramSendImmediate = 0x65;
    if (end - at < 8) {
      return CUT_OFF;
    }
    int next = Bytes.u8(data, at + 1) & 3;
    if (next < 2) {
      return NOT_IP;
    }
    int transport = at + (next == 3 ? 48 : 8);
    if (end - transport < 20) {
      return CUT_OFF;
    }
    int opcode = Bytes.u8(data, transport);
    if (opcode != datagramSend && opcode != datagramSendImmediate) {
      return NOT_IP;
    }
    int encapsulation = transport + (opcode == datagramSend ? 20 : 24);
    return EtherTypes.behind(data, encapsulation, end, 0, 4);
  }

  private static int ppi(byte[] data, int at, int end) {
    if (end - at < 8) {
      return CUT_OFF;
    }
    int header = Bytes.le16(data, at + 2);
    return header < 8 ? NOT_IP : inner(Bytes.le32(data, at + 4), data, at, end, header);
  }

  private static int pktap(byte[] data, int at, int end) {
    final int packet = 1;
    if (end - at < 108) {
      return CUT_OFF;
    }
    int header = Bytes.le32(data, at);
    if (header < 108 || header > 65_535 || Bytes.le32(data, at + 4) != packet) {
      return NOT_IP;
    }
    return inner(Bytes.le32(data, at + 8), data, at, end, header);
  }
}
