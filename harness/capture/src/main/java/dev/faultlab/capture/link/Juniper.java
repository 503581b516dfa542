package dev.faultlab.capture.link;

/**
 * What Juniper routers write: a header of their own, a cookie of the card that the packet came
 * through, and then a frame as the link has it. Read from tcpdump's print-juniper.c.
 */
final class Juniper {
  private static final int MAGIC = 0x4d4743;
  private static final int NO_LINK_LAYER = 2;
  private static final int EXTENSIONS = 0x80;
  private static final int INCOMING = 1;
  private static final int LINK_SERVICES = 0x54;
  private static final int ADAPTIVE_SERVICES = 0x47;

  private static final int MLPPP = 130;
  private static final int MLFR = 131;
  private static final int ES = 132;
  private static final int GGSN = 133;
  private static final int MFR = 134;
  private static final int ATM2 = 135;
  private static final int SERVICES = 136;
  private static final int ATM1 = 137;
  private static final int MONITOR = 164;
  private static final int PPPOE = 167;
  private static final int PPPOE_ATM = 168;
  private static final int ETHERNET = 178;
  private static final int PPP = 179;
  private static final int FRAME_RELAY = 180;
  private static final int HDLC = 181;

  private Juniper() {}

  static boolean isOne(int linkType) {
    return linkType >= MLPPP && linkType <= ATM1
        || linkType == MONITOR
        || linkType == PPPOE
        || linkType == PPPOE_ATM
        || linkType >= ETHERNET && linkType <= HDLC;
  }

  static int ip(int linkType, byte[] data, int at, int end) {
    if (end - at < 8) {
      return LinkLayer.CUT_OFF;
    }
    if (Bytes.i32(data, at) >>> 8 != MAGIC) {
      return LinkLayer.NOT_IP;
    }
    int flags = Bytes.u8(data, at + 3);
    int header = (flags & EXTENSIONS) != 0 ? 6 + Bytes.u16(data, at + 4) : 4;
    if ((flags & NO_LINK_LAYER) != 0) {
      return EtherTypes.byVersion(data, at + header + 4, end);
    }
    int cookieAt = at + header;
    if (end - cookieAt < 12) {
      return LinkLayer.CUT_OFF;
    }
    int cookie = cookie(linkType, data, cookieAt);
    if (cookie > 8) {
      return LinkLayer.NOT_IP;
    }
    int next = cookieAt + cookie;
    boolean adaptive = cookie == 8 && Bytes.u8(data, cookieAt) == ADAPTIVE_SERVICES;
    return switch (linkType) {
      case ETHERNET, PPPOE -> EtherTypes.ethernet(data, next, end);
      case PPP -> Ppp.frame(data, next, end);
      case FRAME_RELAY -> FrameRelay.frame(data, next, end);
      case HDLC -> Ppp.ciscoHdlc(data, next, end);
      case PPPOE_ATM -> EtherTypes.behind(data, next, end, 0, 2);
      case GGSN -> ggsn(data, cookieAt, next);
      case ES -> encryption(data, next, end);
      case SERVICES, MONITOR -> EtherTypes.byVersion(data, next, end);
      case MLPPP -> adaptive ? adaptive(data, cookieAt, next, end) : Ppp.frame(data, next, end);
      case MFR, MLFR ->
          adaptive ? adaptive(data, cookieAt, next, end) : multilink(linkType, data, next, end);
      default -> atm(linkType, data, cookieAt, next, end, (flags & INCOMING) != 0);
    };
  }

  private static int cookie(int linkType, byte[] data, int at) {
    int usual =
        switch (linkType) {
          case MLPPP, MLFR -> 2;
          case MFR, ATM1 -> 4;
          case ATM2, GGSN, MONITOR, SERVICES -> 8;
          default -> 0;
        };
    boolean hasOne = linkType == ES || linkType == PPPOE || linkType == PPPOE_ATM || usual > 0;
    int first = Bytes.u8(data, at);
    if (hasOne && first == LINK_SERVICES) {
      return usual + 2;
    }
    if (hasOne && first == ADAPTIVE_SERVICES) {
      return 8;
    }
    boolean childLink = linkType == MFR && (first & 0xc0) == 0xc0;
    return childLink ? 0 : usual;
  }

  /** The cookie names the protocol: the upper bits of its sixth byte. */
  private static int adaptive(byte[] data, int cookieAt, int next, int end) {
    return switch (Bytes.u8(data, cookieAt + 5) & 0x70) {
      case 0x00, 0x10 -> next;
      case 0x20 -> EtherTypes.mpls(data, next, end);
      default -> LinkLayer.NOT_IP;
    };
  }

  private static int ggsn(byte[] data, int cookieAt, int next) {
    int protocol = Bytes.u8(data, cookieAt + 2);
    return protocol == 2 || protocol == 6 ? next : LinkLayer.NOT_IP;
  }

  private static int encryption(byte[] data, int at, int end) {
    if (end - at < 16) {
      return LinkLayer.CUT_OFF;
    }
    return switch (Bytes.u8(data, at + 3)) {
      case 1, 2 -> at;
      case 3, 4, 5 -> at + 16;
      default -> LinkLayer.NOT_IP;
    };
  }

  /** Frame relay's NLPID behind a control byte; a child link has a frame relay header first. */
  private static int multilink(int linkType, byte[] data, int at, int end) {
    if (end - at < 3) {
      return LinkLayer.CUT_OFF;
    }
    boolean control = Bytes.u8(data, at) == 3;
    if (control) {
      return Llc.nlpid(data, at + 1, end);
    }
    return linkType == MFR ? FrameRelay.frame(data, at + 2, end) : LinkLayer.NOT_IP;
  }

  private static int atm(
      int linkType, byte[] data, int cookieAt, int at, int end, boolean incoming) {
    boolean maintenance =
        linkType == ATM1
            ? Bytes.u8(data, cookieAt) == 0x80
            : (Bytes.u8(data, cookieAt + 7) & 0x70) != 0;
    if (maintenance) {
      return LinkLayer.NOT_IP;
    }
    if (end - at < 4) {
      return LinkLayer.CUT_OFF;
    }
    int head = Bytes.i32(data, at) >>> 8;
    if (head == 0xfefe03 || head == 0xaaaa03) {
      return Llc.frame(data, at, end);
    }
    boolean bridged = linkType == ATM2 && !incoming && (Bytes.u8(data, cookieAt + 3) & 0x3f) != 0;
    if (bridged) {
      return EtherTypes.ethernet(data, at, end);
    }
    if (Bytes.u8(data, at) == 3) {
      return Llc.nlpid(data, at + 1, end);
    }
    int plain = EtherTypes.byVersion(data, at, end);
    return plain == LinkLayer.NOT_IP && linkType == ATM2 ? Ppp.frame(data, at, end) : plain;
  }
}
