package dev.faultlab.diagnose;

import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import java.util.Optional;

/** A sender that small windows keep waiting, found without knowing their scale. */
final class Starvation {
  private static final int MAX_SCALE = 14;
  private static final int SEGMENT = 1460;

  /**
   * One segment per round trip under a small constant window, and the next as soon as it is
   * acknowledged: this fits, but so do other causes. With nothing more to send, a sender stops in
   * any case.
   */
  static boolean isSuspected(TcpConnection connection) {
    if (connection.serverSide().windows().isEmpty()) {
      return false;
    }
    TcpSide client = connection.clientSide();
    TcpSide.Windows windows = connection.serverSide().windows().get();
    boolean stopAndGo =
        client.volume().dataSegments() >= 10
            && client.pace().rounds() * 5 >= client.volume().dataSegments() * 4
            && client.pace().resumed() * 5 >= (client.pace().rounds() - 1) * 4;
    boolean constant = windows.minRaw() > 0 && windows.maxRaw() < 2 * windows.minRaw();
    boolean fills = false;
    long max = client.pace().maxInFlight();
    for (int scale = 0; scale <= MAX_SCALE; scale++) {
      long window = (long) windows.maxRaw() << scale;
      fills |= max <= window && max > window - Math.min(SEGMENT, max);
    }
    return stopAndGo && constant && fills && windows.maxRaw() < 4096;
  }

  /**
   * A sender with more to send that stops repeatedly where the other side's window would end if it
   * were not scaled.
   */
  static Optional<TcpSide.Pace> stopsAtUnscaledWindow(TcpConnection connection) {
    TcpSide client = connection.clientSide();
    TcpSide server = connection.serverSide();
    return stopsAtUnscaledWindow(client, server)
        ? Optional.of(client.pace())
        : Optional.of(server.pace()).filter(any -> stopsAtUnscaledWindow(server, client));
  }

  private static boolean stopsAtUnscaledWindow(TcpSide sender, TcpSide receiver) {
    int shift = receiver.windows().map(each -> each.shift().orElse(0)).orElse(0);
    TcpSide.Pace pace = sender.pace();
    return shift >= 2
        && pace.rounds() >= 10
        && pace.resumed() * 5 >= (pace.rounds() - 1) * 4
        && pace.unscaledStops() * 5 >= pace.rounds() * 4;
  }
}
