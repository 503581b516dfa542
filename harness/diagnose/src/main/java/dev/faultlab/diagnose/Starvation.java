package dev.faultlab.diagnose;

import dev.faultlab.capture.tcp.TcpConnection;
import dev.faultlab.capture.tcp.TcpSide;

/** A sender that is kept short by small windows, seen without knowing their scale. */
final class Starvation {
  private static final int LARGEST_SCALE = 14;

  private Starvation() {}

  /** One segment per round trip under a small constant window: fits, but so do other causes. */
  static boolean looksLikeIt(TcpConnection connection) {
    if (connection.serverSide().windows().isEmpty()) {
      return false;
    }
    TcpSide client = connection.clientSide();
    TcpSide.Windows windows = connection.serverSide().windows().get();
    boolean stopAndGo =
        client.dataSegments() >= 10 && client.rounds() * 5 >= client.dataSegments() * 4;
    boolean constant = windows.minRaw() > 0 && windows.maxRaw() < 2 * windows.minRaw();
    boolean fills = false;
    for (int scale = 0; scale <= LARGEST_SCALE; scale++) {
      long window = (long) windows.maxRaw() << scale;
      fills |= client.maxInFlight() <= window && client.maxInFlight() > window - 1460;
    }
    return stopAndGo && constant && fills && windows.maxRaw() < 4096;
  }
}
