package dev.faultlab.capture.tcp;

import dev.faultlab.capture.TcpOption;
import dev.faultlab.capture.link.Bytes;
import dev.faultlab.capture.packet.Packet;

/**
 * The TCP options of one segment (RFC 9293 3.1, RFC 7323, RFC 2018); one object serves all
 * segments.
 *
 * <p>Options after the end of the captured bytes are {@link #CUT_OFF}, not {@link #ABSENT}: a short
 * snap length must not look like a peer without window scaling.
 */
final class TcpOptions {
  static final int ABSENT = -1;
  static final int CUT_OFF = -2;

  private static final int END = 0;
  private static final int NOP = 1;
  private static final int MSS = 2;
  private static final int WINDOW_SCALE = 3;
  private static final int SACK_PERMITTED = 4;
  private static final int TIMESTAMPS = 8;

  /** Value of the option, {@link #ABSENT} or {@link #CUT_OFF}. */
  int mss;

  int windowScale;

  /** 1 if the option is present. */
  int sackPermitted;

  /** 1 where the option is there. */
  int timestamps;

  /** A value of this class for others. */
  static TcpOption evidence(int parsed) {
    return switch (parsed) {
      case ABSENT -> new TcpOption.Absent();
      case CUT_OFF -> new TcpOption.CutOff();
      default -> new TcpOption.Known(parsed);
    };
  }

  void parse(Packet packet) {
    mss = ABSENT;
    windowScale = ABSENT;
    sackPermitted = ABSENT;
    timestamps = ABSENT;
    if (packet.optionsLength == 0) {
      return;
    }
    if (!walk(packet.data, packet.optionsStart, packet.optionsCaptured)
        && packet.optionsCaptured < packet.optionsLength) {
      cutOffTheRest();
    }
  }

  /** True if the list was complete, so that nothing can follow. */
  private boolean walk(byte[] data, int start, int captured) {
    int at = start;
    int end = start + captured;
    while (at < end) {
      int kind = Bytes.u8(data, at);
      if (kind == END) {
        return true;
      }
      if (kind == NOP) {
        at++;
        continue;
      }
      if (at + 2 > end) {
        return false;
      }
      int length = Bytes.u8(data, at + 1);
      if (length < 2) {
        return true;
      }
      if (at + length > end) {
        return false;
      }
      take(data, at, kind, length);
      at += length;
    }
    return false;
  }

  private void take(byte[] data, int at, int kind, int length) {
    if (kind == TIMESTAMPS && length == 10) {
      timestamps = 1;
    } else if (kind == MSS && length == 4) {
      mss = Bytes.u16(data, at + 2);
    } else if (kind == WINDOW_SCALE && length == 3) {
      // RFC 7323 2.3: a shift above 14 must be taken as 14.
      windowScale = Math.min(14, Bytes.u8(data, at + 2));
    } else if (kind == SACK_PERMITTED && length == 2) {
      sackPermitted = 1;
    }
  }

  private void cutOffTheRest() {
    mss = mss == ABSENT ? CUT_OFF : mss;
    windowScale = windowScale == ABSENT ? CUT_OFF : windowScale;
    sackPermitted = sackPermitted == ABSENT ? CUT_OFF : sackPermitted;
    timestamps = timestamps == ABSENT ? CUT_OFF : timestamps;
  }
}
