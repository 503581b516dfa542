package dev.faultlab.capture.tcp;

import dev.faultlab.capture.link.Bytes;
import dev.faultlab.capture.packet.Packet;

/**
 * Recognises the requests of a TLS connection after its handshake, by the unencrypted record
 * headers (RFC 8446 5.1). TLS 1.3 hides the end of its handshake and its alerts among application
 * data; their lengths identify both.
 */
final class TlsRequests {
  private static final int CHANGE_CIPHER_SPEC = 20;
  private static final int HANDSHAKE = 22;
  private static final int APPLICATION_DATA = 23;
  private static final int HEARTBEAT = 24;
  static final int HEADER = 5;

  /** Type and length, a hash of 32 or 48 bytes, the inner type and an authentication tag. */
  private static final int FINISHED_SHA256 = 4 + 32 + 1 + 16;

  private static final int FINISHED_SHA384 = 4 + 48 + 1 + 16;

  /** Type 43, length 2. */
  private static final int SELECTED_VERSION = 0x002b_0002;

  private static final int VERSION_13 = 0x0304;
  private static final int SELECTED_VERSION_BYTES = 6;
  private static final int ALERT = 2 + 1 + 16;

  private final Side client = new Side();
  private final Side server = new Side();
  private boolean version13;

  private static final class Side {
    boolean started;
    boolean lost;
    boolean sentData;
    boolean inData;

    /** Sequence number of the next record's header. */
    long nextRecord;
  }

  /** Whether a client's first bytes are TLS. */
  static boolean beginsWith(Packet packet) {
    return packet.payloadCaptured >= 3
        && Bytes.u8(packet.data, packet.payloadStart) == HANDSHAKE
        && Bytes.u8(packet.data, packet.payloadStart + 1) == 3;
  }

  /**
   * Whether the segment carries data of the application. If records cannot be followed any more,
   * because bytes are missing in the capture, all later data counts.
   */
  boolean carriesData(Packet packet, boolean fromClient) {
    Side side = fromClient ? client : server;
    if (!side.started) {
      side.started = true;
      side.nextRecord = packet.sequence;
    }
    if (side.lost) {
      return true;
    }
    int at = (int) (side.nextRecord - packet.sequence);
    if (at < 0) {
      side.lost = true;
      return true;
    }
    boolean hasData = at > 0 && side.inData;
    while (at < packet.payloadLength) {
      int header = packet.payloadStart + at;
      if (packet.payloadCaptured - at < HEADER) {
        // Because of the snap length, or a header split over two segments.
        side.lost = true;
        return hasData;
      }
      int type = Bytes.u8(packet.data, header);
      int length = Bytes.u16(packet.data, header + 3);
      if (type < CHANGE_CIPHER_SPEC || type > HEARTBEAT) {
        side.lost = true;
        return true;
      }
      if (type == HANDSHAKE && !fromClient && !version13) {
        version13 = selectsVersion13(packet, header, length);
      }
      boolean disguised = version13 && fromClient && isHandshakeOrAlert(length);
      side.inData = type == APPLICATION_DATA && !disguised;
      side.sentData |= type == APPLICATION_DATA;
      hasData |= side.inData;
      at += HEADER + length;
    }
    side.nextRecord = packet.sequence + at & 0xffff_ffffL;
    return hasData;
  }

  /** RFC 8446 4.2.1: the extension supported_versions of a ServerHello, with this one. */
  private static boolean selectsVersion13(Packet packet, int header, int length) {
    int end = packet.payloadStart + packet.payloadCaptured;
    int last = Math.min(header + HEADER + length, end) - SELECTED_VERSION_BYTES;
    for (int at = header + HEADER; at <= last; at++) {
      if (Bytes.i32(packet.data, at) == SELECTED_VERSION
          && Bytes.u16(packet.data, at + 4) == VERSION_13) {
        return true;
      }
    }
    return false;
  }

  private boolean isHandshakeOrAlert(int length) {
    boolean isFinished = length == FINISHED_SHA256 || length == FINISHED_SHA384;
    return length == ALERT || isFinished && !client.sentData;
  }
}
