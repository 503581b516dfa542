package dev.faultlab.fact;

import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A connection with both of its window scales: the one that the server declared to the client, and
 * the one that the server's kernel applies.
 *
 * @param declared window scale of the SYN-ACK, as captured
 * @param applied shift count of the server's socket; empty without scaling
 * @param probed the scale that the probe in the kernel saw. Empty without a probe, and if an
 *     earlier connection used the port with another scale: the probe counts by port, so the two
 *     cannot be separated
 */
public record ScaledConnection(
    TcpConnection connection,
    TcpOption declared,
    OptionalInt applied,
    OptionalInt probed,
    Fact<String> inSynAck,
    Fact<String> inKernel) {
  /** The window scale that the server declared. */
  public static final FactSpec SYN_ACK_SCALE =
      new FactSpec("syn-ack-scale", FactSpec.TEXT, "scale in the SYN-ACK");

  /**
   * The connections of a capture that were still open when the server's sockets were listed.
   *
   * @param port the server's
   * @throws MissingFact when the capture is not there
   * @throws UnreadableEvidence when it cannot be read to its end
   */
  public static List<ScaledConnection> read(
      TrialEvidence evidence,
      String capture,
      Map<Endpoint, BrokerSockets.Socket> sockets,
      KernelProbe probe,
      int port) {
    String shown = evidence.shown(capture);
    // A port can be used again after a restart; the listed socket is the last one's. The previous
    // connection may have been opened before the capture, which then shows only its end.
    Map<Endpoint, TcpConnection> last = new LinkedHashMap<>();
    Set<Endpoint> used = new HashSet<>();
    Set<Endpoint> reused = new HashSet<>();
    for (TcpConnection connection : evidence.capture(capture).connections()) {
      if (connection.server().port() == port) {
        if (!used.add(connection.client())) {
          reused.add(connection.client());
        }
        if (connection.handshakeSeen()) {
          last.put(connection.client(), connection);
        }
      }
    }
    List<ScaledConnection> compared = new ArrayList<>();
    last.forEach(
        (client, connection) -> {
          BrokerSockets.Socket socket = sockets.get(client);
          if (socket != null) {
            compared.add(
                compare(connection, socket, probed(probe, client, reused.contains(client)), shown));
          }
        });
    return List.copyOf(compared);
  }

  private static OptionalInt probed(KernelProbe probe, Endpoint client, boolean reused) {
    Integer seen = probe.scales().get(client.port());
    return seen == null || reused && seen == KernelProbe.MIXED
        ? OptionalInt.empty()
        : OptionalInt.of(seen);
  }

  private static ScaledConnection compare(
      TcpConnection connection, BrokerSockets.Socket socket, OptionalInt probed, String shown) {
    Offer synAck = connection.serverSide().offer().orElseThrow();
    return new ScaledConnection(
        connection,
        synAck.options().windowScale(),
        socket.windowScale(),
        probed,
        SYN_ACK_SCALE.of(
            synAck.options().windowScale().toString(), shown, "frame " + synAck.frame()),
        socket.fact());
  }
}
