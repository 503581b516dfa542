package dev.faultlab.diagnose;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpOption;
import dev.faultlab.capture.TcpSide;

/** A capture's connections in numbers, and what is invisible of them. */
final class TcpCounts {
  long connections;

  /** Connections with a captured SYN-ACK. */
  long handshakes;

  long withoutHandshake;
  long oneDirection;
  long optionsCutOff;

  /** Bytes that were sent, as later bytes or acknowledgements show, but are not in the capture. */
  long unseenBytes;

  /** Connections with such missing bytes. */
  long withGaps;

  void add(TcpConnection connection) {
    TcpSide client = connection.clientSide();
    TcpSide server = connection.serverSide();
    connections++;
    handshakes += server.offer().isPresent() ? 1 : 0;
    // A connect that was refused or not answered hides nothing.
    boolean attempt =
        client.offer().isPresent()
            && client.volume().dataSegments() + server.volume().dataSegments() == 0;
    if (server.offer().isEmpty() && !attempt) {
      withoutHandshake++;
    }
    if (!connection.bothDirections() && !attempt) {
      oneDirection++;
    }
    long unseen = client.volume().unseenBytes() + server.volume().unseenBytes();
    if (connection.bothDirections() && unseen > 0) {
      unseenBytes += unseen;
      withGaps++;
    }
    if (isCutOff(client) || isCutOff(server)) {
      optionsCutOff++;
    }
  }

  private static boolean isCutOff(TcpSide side) {
    return side.offer()
        .map(offer -> offer.options().windowScale())
        .filter(TcpOption::isCutOff)
        .isPresent();
  }
}
