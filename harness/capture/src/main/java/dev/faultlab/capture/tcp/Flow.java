package dev.faultlab.capture.tcp;

import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpOption;
import dev.faultlab.capture.TcpPoint;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.link.Bytes;
import dev.faultlab.capture.packet.Ends;
import dev.faultlab.capture.packet.Packet;
import java.util.ArrayList;
import java.util.List;

/** A connection under observation; {@code a} is the end that sent the first captured segment. */
final class Flow {
  private static final int NO_SHIFT_KNOWN = -1;

  /** With both halves, its table entry and other tables' data about it. */
  private static final int BASE_BYTES = 1_700;

  private static final int TLS_BYTES = 150;
  private static final int POINT_BYTES = 70;

  /** NOP, NOP, timestamps: the layout of nearly every stack (RFC 7323 appendix A). */
  private static final int COMMON_TIMESTAMPS = 0x0101080a;

  final Ends ends;
  private final Endpoint endpointA;
  private final Endpoint endpointB;
  private final DirectionState a = new DirectionState();
  private final DirectionState b = new DirectionState();
  private final BothSides sides = new BothSides();
  final Milestones milestones;
  private final List<TcpPoint> timeline;
  private final boolean sourceIsA;

  /** Whether a SYN or SYN-ACK shows who opened it. */
  boolean directionKnown;

  private boolean clientIsA;
  private int aShift = NO_SHIFT_KNOWN;
  private int bShift = NO_SHIFT_KNOWN;

  /** From the handshake, while both of its halves are in the capture. */
  private long rttNanos;

  long lastNanos;
  boolean closed;

  /** The part of the memory budget that it uses. */
  int chargedBytes;

  /** A request of the client that the server has not answered. */
  boolean requestPending;

  /** Whether the SYN is in the capture and there was no request yet. */
  boolean fresh;

  private boolean clientSentData;
  private TlsRequests tls;

  /**
   * @param ends of the connection
   */
  Flow(Packet packet, Ends ends, boolean keepTimeline) {
    this.ends = ends;
    sourceIsA = ends.isSource(packet);
    endpointA = packet.source();
    endpointB = packet.destination();
    milestones = new Milestones(packet);
    clientIsA = endpointA.port() >= endpointB.port();
    timeline = keepTimeline ? new ArrayList<>() : List.of();
  }

  boolean isFromA(Packet packet) {
    return ends.isSource(packet) == sourceIsA;
  }

  /** A SYN of a later connection between the same ports. */
  boolean isReusedBy(Packet packet) {
    if ((packet.flags & (Packet.SYN | Packet.ACK)) != Packet.SYN) {
      return false;
    }
    boolean fromA = isFromA(packet);
    DirectionState half = fromA ? a : b;
    boolean answered = (fromA ? b : a).segments > 0;
    return half.syn.isSeen()
        ? half.syn.sequence != packet.sequence
            && !sides.isCopy(packet, fromA, half.syn.sequence, answered)
        : half.segments > 0;
  }

  /** False if the segment is a copy from behind a box. */
  boolean add(Packet packet) {
    boolean fromA = isFromA(packet);
    DirectionState sender = fromA ? a : b;
    DirectionState receiver = fromA ? b : a;
    if (sides.isFromOtherSide(packet, fromA, sender, receiver)) {
      return false;
    }
    if (belongsToEarlierConnection(packet, sender, receiver)) {
      milestones.portsInUse = true;
    } else {
      follow(packet, fromA, sender, receiver);
    }
    return true;
  }

  private void follow(
      Packet packet, boolean fromA, DirectionState sender, DirectionState receiver) {
    long idleNanos = packet.timeNanos - lastNanos;
    lastNanos = packet.timeNanos;
    milestones.lastFrame = packet.frame;
    boolean ack = packet.has(Packet.ACK);
    int first = receiver.syn.firstSegment(packet);
    if (packet.has(Packet.SYN)) {
      directionKnown = true;
      clientIsA = ack != fromA;
      milestones.syn(packet, sender.syn, receiver.syn);
      if (ack) {
        milestones.heard.add(packet.timeNanos);
      }
      sender.syn.add(packet);
      sender.sent(packet, idleNanos, rttNanos, first);
      if (ack) {
        sender.window.fromSyn(receiver.acknowledgedBy(packet, idleNanos), packet.rawWindow);
        if (receiver.syn.isSeen()) {
          receiver.window.fromSyn(sender.next, receiver.syn.window());
        }
      }
      settleShifts();
      point(packet, fromA, packet.rawWindow, sender);
      return;
    }
    if (sender.sent(packet, idleNanos, rttNanos, first)) {
      return;
    }
    boolean fromClient = fromA == clientIsA;
    if (!fromClient && !packet.has(Packet.RST)) {
      milestones.heard.add(packet.timeNanos);
    } else if (fromClient && packet.payloadLength > 0 && sender.beginsNow()) {
      milestones.firstData(packet, first);
    }
    sender.ends(
        packet, packet.has(Packet.RST) ? receiver.delivery.idleBefore(idleNanos) : idleNanos);
    if (packet.has(Packet.RST)) {
      receiver.delivery.received(packet);
      milestones.reset = true;
      closed = true;
      return;
    }
    if (!ack) {
      return;
    }
    long acknowledged = receiver.acknowledgedBy(packet, idleNanos);
    int shift = fromA ? aShift : bShift;
    boolean stamped =
        packet.optionsCaptured >= 12
            && Bytes.i32(packet.data, packet.optionsStart) == COMMON_TIMESTAMPS;
    int timestamp = stamped ? Bytes.i32(packet.data, packet.optionsStart + 4) : 0;
    sender.window.advertised(packet, acknowledged, shift, stamped, timestamp);
    if (packet.payloadLength > 0 && (fromA ? bShift : aShift) >= 0) {
      sender.pace.limitedBy(receiver.window, sender.next, sender.syn.segmentSize);
    }
    if (receiver.syn.isSeen() && fromA == clientIsA && milestones.isHandshakeAck(packet)) {
      rttNanos = sender.syn.seenOnce() ? packet.timeNanos - milestones.firstNanos : 0;
    }
    closed |= a.isFinished() && b.isFinished();
    point(packet, fromA, shift < 0 ? -1 : (long) packet.rawWindow << shift, sender);
  }

  /**
   * A segment of an earlier connection on these ports. While a SYN is unanswered, an
   * acknowledgement of anything else comes from TIME-WAIT, and a reset that does not follow the SYN
   * is the client's reply to that (RFC 9293 3.10.7.3). The SYN is then repeated.
   */
  private static boolean belongsToEarlierConnection(
      Packet packet, DirectionState sender, DirectionState receiver) {
    boolean ack = packet.has(Packet.ACK);
    if (packet.has(Packet.SYN)) {
      return false;
    }
    if (ack && !sender.syn.isSeen() && receiver.hasOnlySentSyn()) {
      return (int) packet.acknowledgement != (int) receiver.next;
    }
    return packet.has(Packet.RST)
        && !ack
        && !receiver.syn.isSeen()
        && sender.hasOnlySentSyn()
        && (int) packet.sequence != (int) sender.next;
  }

  /**
   * RFC 7323 2.2: scaling is in force only if both SYNs carry the option. A SYN-ACK may carry it
   * only in reply to one. So without the SYN, it shows the server's scale, and its absence shows
   * that neither side scales.
   */
  private void settleShifts() {
    if (!(clientIsA ? b : a).syn.isSeen()) {
      return;
    }
    TcpOption serverScale = (clientIsA ? b : a).syn.windowScale();
    TcpOption clientScale = (clientIsA ? a : b).syn.windowScale();
    if (serverScale.isAbsent() || clientScale.isAbsent()) {
      aShift = 0;
      bShift = 0;
    } else if (serverScale.isKnown()) {
      int known = clientScale.number().orElse(NO_SHIFT_KNOWN);
      aShift = clientIsA ? known : serverScale.value();
      bShift = clientIsA ? serverScale.value() : known;
    }
  }

  private void point(Packet packet, boolean fromA, long effective, DirectionState sender) {
    if (timeline instanceof ArrayList) {
      timeline.add(
          new TcpPoint(
              packet.frame,
              packet.timeNanos,
              fromA == clientIsA,
              packet.payloadLength,
              packet.rawWindow,
              effective,
              sender.inFlight()));
    }
  }

  /**
   * Whether a segment with data is part of a request or an answer, and not of TLS' handshake.
   * Called once for each such segment, in the order of the capture.
   */
  boolean isAppData(Packet packet) {
    boolean fromClient = isFromClient(packet);
    if (fromClient && !clientSentData) {
      clientSentData = true;
      tls = TlsRequests.beginsWith(packet) ? new TlsRequests() : null;
    }
    return tls == null || tls.carriesData(packet, fromClient);
  }

  boolean isFromClient(Packet packet) {
    return isFromA(packet) == clientIsA;
  }

  /** The connection's first SYN, not a repetition. */
  boolean isFirstSyn(Packet packet) {
    return (packet.flags & (Packet.SYN | Packet.ACK)) == Packet.SYN
        && (isFromA(packet) ? a : b).segments == 1;
  }

  Endpoint client() {
    return clientIsA ? endpointA : endpointB;
  }

  Endpoint server() {
    return clientIsA ? endpointB : endpointA;
  }

  int bytes() {
    int more = tls == null ? 0 : TLS_BYTES;
    return BASE_BYTES
        + more
        + a.extraBytes
        + b.extraBytes
        + milestones.heard.bytes()
        + timeline.size() * POINT_BYTES;
  }

  boolean onlySynSeen() {
    return a.syn.isSeen() && b.segments == 0;
  }

  TcpConnection facts() {
    TcpSide sideA = a.facts(aShift, bShift);
    TcpSide sideB = b.facts(bShift, aShift);
    return new TcpConnection(
        client(),
        server(),
        clientIsA ? sideA : sideB,
        clientIsA ? sideB : sideA,
        milestones.opening(directionKnown),
        milestones.ending(closed, lastNanos),
        List.copyOf(timeline));
  }
}
