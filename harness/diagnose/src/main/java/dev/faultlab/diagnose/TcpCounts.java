package dev.faultlab.diagnose;

import dev.faultlab.capture.tcp.TcpConnection;
import dev.faultlab.capture.tcp.TcpOption;
import dev.faultlab.capture.tcp.TcpSide;

/** The connections of a capture in numbers, and what cannot be seen of them. */
final class TcpCounts {
  long connections;

  /** Connections whose SYN-ACK is there. */
  long handshakes;

  long withoutHandshake;
  long oneDirection;
  long optionsCutOff;

  /** Sent, as later bytes or acknowledgements show, and not in the capture. */
  long unseenBytes;

  /** Connections of which such bytes are missing. */
  long withGaps;

  void add(TcpConnection connection) {
    TcpSide client = connection.clientSide();
    TcpSide server = connection.serverSide();
    connections++;
    handshakes += server.offer().isPresent() ? 1 : 0;
    // A connect that was refused or not answered hides nothing.
    boolean attempt =
        client.offer().isPresent() && client.dataSegments() + server.dataSegments() == 0;
    if (server.offer().isEmpty() && !attempt) {
      withoutHandshake++;
    }
    if (!connection.bothDirections() && !attempt) {
      oneDirection++;
    }
    long unseen = client.unseenBytes() + server.unseenBytes();
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
