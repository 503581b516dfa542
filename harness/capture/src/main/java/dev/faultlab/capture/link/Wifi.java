package dev.faultlab.capture.link;

/** IEEE 802.11 data frames, bare or behind what a driver tells of the radio. */
final class Wifi {
  private static final int DATA = 2;

  /** Pads the MAC header to a multiple of four bytes (radiotap's flag 0x20). */
  private static final int PADDED = 0x20;

  private Wifi() {}

  static int frame(byte[] data, int at, int end, boolean padded) {
    if (end - at < 2) {
      return LinkLayer.CUT_OFF;
    }
    int control = Bytes.u8(data, at);
    int flags = Bytes.u8(data, at + 1);
    boolean empty = (control & 0x40) != 0;
    if ((control >> 2 & 3) != DATA || empty) {
      return LinkLayer.NOT_IP;
    }
    if ((flags & 0x40) != 0) {
      return LinkLayer.WIFI_CIPHER;
    }
    boolean quality = (control & 0x80) != 0;
    int header = (flags & 3) == 3 ? 30 : 24;
    int qualityAt = at + header;
    header += quality ? 2 : 0;
    header += quality && (flags & 0x80) != 0 ? 4 : 0; // HT control
    header = padded ? header + 3 & ~3 : header;
    if (end - at < header) {
      return LinkLayer.CUT_OFF;
    }
    boolean later = (Bytes.u8(data, at + 22) & 15) != 0;
    if (later) {
      return LinkLayer.NOT_IP;
    }
    // Several frames in one (A-MSDU): the first is read, behind its addresses and length.
    boolean several = quality && (Bytes.u8(data, qualityAt) & 0x80) != 0;
    return Llc.frame(data, at + header + (several ? 14 : 0), end);
  }

  static int behindRadiotap(byte[] data, int at, int end) {
    if (end - at < 8) {
      return LinkLayer.CUT_OFF;
    }
    int header = Bytes.le16(data, at + 2);
    if (header < 8) {
      return LinkLayer.NOT_IP;
    }
    return frame(data, at + header, end, isPadded(data, at, Math.min(end, at + header)));
  }

  private static boolean isPadded(byte[] data, int at, int end) {
    int present = Bytes.le32(data, at + 4);
    int field = at + 8;
    for (int more = present; more < 0 && end - field >= 4; field += 4) {
      more = Bytes.le32(data, field);
    }
    boolean clock = (present & 1) != 0;
    boolean flags = (present & 2) != 0;
    // The clock has eight bytes and stands at a multiple of that.
    int flagsAt = clock ? at + (field - at + 7 & ~7) + 8 : field;
    return flags && flagsAt < end && (Bytes.u8(data, flagsAt) & PADDED) != 0;
  }

  static int behindPrism(byte[] data, int at, int end) {
    if (end - at < 8) {
      return LinkLayer.CUT_OFF;
    }
    boolean avs = Bytes.i32(data, at) == 0x80211001 || Bytes.i32(data, at) == 0x80211002;
    return avs ? behindAvs(data, at, end) : frame(data, at + 144, end, false);
  }

  static int behindAvs(byte[] data, int at, int end) {
    if (end - at < 8) {
      return LinkLayer.CUT_OFF;
    }
    int header = Bytes.i32(data, at + 4);
    return header < 8 || header > 65_535 ? LinkLayer.NOT_IP : frame(data, at + header, end, false);
  }
}
