package dev.faultlab.capture;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A TCP connection in the capture.
 *
 * @param client who opened it; a guess (the higher port) where no handshake segment was captured
 * @param ending how it ended within the capture
 * @param timeline every segment, if asked for
 */
public record TcpConnection(
    Endpoint client,
    Endpoint server,
    TcpSide clientSide,
    TcpSide serverSide,
    Opening opening,
    Ending ending,
    List<TcpPoint> timeline) {

  /**
   * How a connection begins in the capture.
   *
   * @param frame its first segment
   * @param directionKnown whether a SYN or SYN-ACK shows who opened it
   * @param handshakeAckFrame the client's first segment after the SYN-ACK
   * @param synsBeforeAnswer how often the client had sent its SYN when the SYN-ACK came
   * @param lastSynNanos when it had sent the last of these
   * @param clientStart sequence number of the client's first byte, by its SYN or the SYN-ACK; -1 if
   *     unknown
   * @param hello the ClientHello with which the client begins, if it is TLS
   * @param portsInUse whether the SYN was first answered as part of an earlier connection on these
   *     ports (RFC 9293 3.10.7.3)
   */
  public record Opening(
      long frame,
      long nanos,
      boolean directionKnown,
      OptionalLong handshakeAckFrame,
      int synsBeforeAnswer,
      long lastSynNanos,
      long clientStart,
      Optional<Hello> hello,
      boolean portsInUse) {}

  /**
   * A TLS ClientHello.
   *
   * @param bytes of its record
   * @param first bytes of the first segment
   */
  public record Hello(long frame, int bytes, int first) {
    /** {@return whether it takes more than one segment} */
    public boolean isSplit() {
      return bytes > first;
    }
  }

  /**
   * How a connection ended within the capture.
   *
   * @param lastFrame its last segment
   * @param heard times of the server's segments, without resets
   * @param icmp the first ICMP error about it; one that refuses it, if there is one
   */
  public record Ending(
      CloseKind close, long lastFrame, long lastNanos, Activity heard, Optional<IcmpError> icmp) {}

  /** What became of a connection, from the attempt to the end. */
  public enum State {
    /** The SYN has no answer of any kind from this address. */
    UNANSWERED,
    /** The SYN was answered by a RST. */
    REFUSED,
    /** The SYN was answered by an ICMP error. */
    UNREACHABLE,
    /** Data or keepalive probes at its end are repeated, and nothing comes back. */
    SILENT,
    /** One side, or something in between, broke it off. */
    RESET,
    /** At least one side said that it sends no more. */
    CLOSED,
    /** Nothing of all this. */
    OPEN
  }

  /** {@return what became of it} */
  public State state() {
    boolean openedBefore = clientSide.offer().isEmpty() || clientSide.windows().isPresent();
    boolean established = serverSide.offer().isPresent() || serverSide.windows().isPresent();
    if (!openedBefore && !established) {
      return serverSide.closing().reset().isPresent()
          ? State.REFUSED
          : ending.icmp().filter(IcmpError::refuses).isPresent()
              ? State.UNREACHABLE
              : State.UNANSWERED;
    }
    if (seenInBothDirections() && (clientSide.gotNoReply() || serverSide.gotNoReply())) {
      return State.SILENT;
    }
    return ending.close() == CloseKind.RESET
        ? State.RESET
        : clientSide.closing().fin().or(serverSide.closing()::fin).isPresent()
            ? State.CLOSED
            : State.OPEN;
  }

  /** {@return how often the client sent its SYN; 0 if none is in the capture} */
  public long syns() {
    return clientSide.offer().map(offer -> 1 + offer.retransmissions()).orElse(0L);
  }

  /** {@return nanoseconds from the first SYN to the SYN-ACK, if both are in the capture} */
  public OptionalLong answeredAfterNanos() {
    return handshakeSeen()
        ? OptionalLong.of(
            serverSide.offer().get().timeNanos() - clientSide.offer().get().timeNanos())
        : OptionalLong.empty();
  }

  /** {@return whether the client had to repeat its SYN before it was answered} */
  public boolean isLate() {
    return opening.synsBeforeAnswer > 1;
  }

  /** {@return whether anything of the client's was acknowledged beyond its SYN, or answered} */
  public boolean worked() {
    return clientSide.delivery().largestAcknowledged() > 1
        || serverSide.volume().dataSegments() > 0;
  }

  /** {@return how it ended} */
  public CloseKind close() {
    return ending.close();
  }

  /** How a connection ended. */
  public enum CloseKind {
    /** One side said that it sends no more. */
    FIN,
    /** One side broke it off. */
    RESET,
    /** Still open at the end of the capture, or silent for so long that it was dropped. */
    OPEN
  }

  /** {@return the same without its {@link #timeline}, which takes most of the memory} */
  public TcpConnection withoutTimeline() {
    return new TcpConnection(client, server, clientSide, serverSide, opening, ending, List.of());
  }

  /** {@return whether both SYN and SYN-ACK are in the capture} */
  public boolean handshakeSeen() {
    return clientSide.offer().isPresent() && serverSide.offer().isPresent();
  }

  /** {@return whether both sides' segments are in the capture} */
  public boolean seenInBothDirections() {
    return clientSide.volume().segments() > 0 && serverSide.volume().segments() > 0;
  }

  @Override
  public String toString() {
    return client + " -> " + server;
  }
}
