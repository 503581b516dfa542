package dev.faultlab.capture.ledger;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;

/**
 * What Zeek calls the state of a connection: {@code conn_state} of its conn.log, by the definitions
 * in Zeek's documentation.
 */
public final class ZeekState {
  private ZeekState() {}

  /**
   * The state of a connection when the capture ends.
   *
   * @param connection whose client is Zeek's originator
   * @return such as S0, SF or RSTO
   */
  public static String of(TcpConnection connection) {
    TcpSide client = connection.clientSide();
    TcpSide server = connection.serverSide();
    boolean syn = client.offer().isPresent();
    boolean synAck = server.offer().isPresent();
    // A client that continues after a SYN-ACK sent its SYN before the capture began.
    boolean opened = syn || synAck && client.windows().isPresent();
    boolean closedByFin = client.closing().fin().isPresent();
    if (server.closing().reset().isPresent()) {
      boolean rejected = syn && !synAck && server.windows().isEmpty();
      return rejected ? "REJ" : synAck && !opened ? "RSTRH" : "RSTR";
    }
    if (client.closing().reset().isPresent()) {
      return synAck ? "RSTO" : syn && client.windows().isEmpty() ? "RSTOS0" : "OTH";
    }
    if (server.closing().fin().isPresent()) {
      return closedByFin ? "SF" : !synAck ? "OTH" : opened ? "S3" : "SHR";
    }
    if (closedByFin) {
      return synAck ? "S2" : syn ? "SH" : "OTH";
    }
    boolean silent = server.volume().segments() == 0;
    return synAck && opened ? "S1" : syn && silent ? "S0" : "OTH";
  }
}
