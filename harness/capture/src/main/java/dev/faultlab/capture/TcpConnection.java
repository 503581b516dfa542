package dev.faultlab.capture;

import java.util.List;
import java.util.OptionalLong;

/**
 * A TCP connection in the capture.
 *
 * @param client who opened it; a guess (the higher port) where no handshake segment was captured
 * @param close how it ended within the capture
 * @param timeline every segment, if asked for
 */
public record TcpConnection(
    Endpoint client,
    Endpoint server,
    TcpSide clientSide,
    TcpSide serverSide,
    Opening opening,
    Close close,
    List<TcpPoint> timeline) {

  /**
   * How a connection begins in the capture.
   *
   * @param frame its first segment
   * @param directionKnown whether a SYN or SYN-ACK shows who opened it
   * @param handshakeAckFrame the client's first segment after the SYN-ACK
   */
  public record Opening(
      long frame, long nanos, boolean directionKnown, OptionalLong handshakeAckFrame) {}

  /** How a connection ended. */
  public enum Close {
    /** One side said that it sends no more. */
    FIN,
    /** One side broke it off. */
    RESET,
    /** Still open at the end of the capture, or silent for so long that it was dropped. */
    OPEN
  }

  /** {@return the same without its {@link #timeline}, which takes most of the memory} */
  public TcpConnection withoutTimeline() {
    return new TcpConnection(client, server, clientSide, serverSide, opening, close, List.of());
  }

  /** {@return whether both SYN and SYN-ACK are in the capture} */
  public boolean handshakeSeen() {
    return clientSide.offer().isPresent() && serverSide.offer().isPresent();
  }

  /** {@return whether both sides' segments are in the capture} */
  public boolean bothDirections() {
    return clientSide.volume().segments() > 0 && serverSide.volume().segments() > 0;
  }

  @Override
  public String toString() {
    return client + " -> " + server;
  }
}
