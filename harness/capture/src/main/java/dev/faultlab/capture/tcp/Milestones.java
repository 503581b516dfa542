package dev.faultlab.capture.tcp;

import dev.faultlab.capture.Activity;
import dev.faultlab.capture.IcmpError;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpConnection.CloseKind;
import dev.faultlab.capture.link.Bytes;
import dev.faultlab.capture.packet.Packet;
import java.util.Optional;
import java.util.OptionalLong;

/** When a connection begins in the capture, how it is set up, and how it ends. */
final class Milestones {
  private final long firstFrame;
  final long firstNanos;
  private OptionalLong handshakeAckFrame = OptionalLong.empty();
  private int synsBeforeAnswer;
  private long lastSynNanos;
  private long clientStart = -1;
  private TcpConnection.Hello hello;
  final Activity heard = new Activity();
  long lastFrame;
  private Optional<IcmpError> icmp = Optional.empty();
  boolean reset;
  boolean portsInUse;

  Milestones(Packet first) {
    firstFrame = first.frame;
    firstNanos = first.timeNanos;
  }

  /**
   * A SYN or SYN-ACK.
   *
   * @param sender of it, before it
   */
  void syn(Packet packet, SynState sender, SynState receiver) {
    if (!packet.has(Packet.ACK)) {
      clientStart = packet.sequence + 1 & 0xffff_ffffL;
    } else if (!sender.isSeen()) {
      synsBeforeAnswer = (int) receiver.transmissions();
      lastSynNanos = receiver.lastNanos;
      clientStart = packet.acknowledgement;
    }
  }

  /** Whether it is the first segment of the client after the SYN-ACK. */
  boolean isHandshakeAck(Packet packet) {
    if (handshakeAckFrame.isPresent()) {
      return false;
    }
    handshakeAckFrame = OptionalLong.of(packet.frame);
    return true;
  }

  /** An ICMP error about a segment of the connection. */
  void addError(IcmpError error) {
    icmp = icmp.filter(each -> each.refuses() || !error.refuses()).or(() -> Optional.of(error));
  }

  /**
   * The client's first data: a handshake record of TLS (RFC 8446 5.1) begins with its length.
   *
   * @param first bytes of its first segment
   */
  void firstData(Packet packet, int first) {
    if (TlsRequests.beginsWith(packet) && packet.payloadCaptured >= TlsRequests.HEADER) {
      int bytes = TlsRequests.HEADER + Bytes.u16(packet.data, packet.payloadStart + 3);
      hello = new TcpConnection.Hello(packet.frame, bytes, first);
    }
  }

  TcpConnection.Opening opening(boolean directionKnown) {
    return new TcpConnection.Opening(
        firstFrame,
        firstNanos,
        directionKnown,
        handshakeAckFrame,
        synsBeforeAnswer,
        lastSynNanos,
        clientStart,
        Optional.ofNullable(hello),
        portsInUse);
  }

  TcpConnection.Ending ending(boolean closed, long lastNanos) {
    CloseKind close = reset ? CloseKind.RESET : closed ? CloseKind.FIN : CloseKind.OPEN;
    return new TcpConnection.Ending(close, lastFrame, lastNanos, heard, icmp);
  }
}
