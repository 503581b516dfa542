package dev.faultlab.capture.tcp;

import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.Ends;
import dev.faultlab.capture.packet.LiveRow;
import dev.faultlab.capture.packet.LiveView;
import dev.faultlab.capture.packet.Packet;
import java.util.HashMap;
import java.util.Map;

/**
 * Handshakes and windows as they happen: each side's offer, and the windows that a client then
 * receives.
 */
public final class LiveTcp implements CaptureScan.Listener {
  /** Beyond this number of connections, only handshakes are shown. */
  private static final int MOST_FOLLOWED = 20_000;

  private final LiveView view;
  private final TcpOptions options = new TcpOptions();

  /** By the ends from a server to a client. */
  private final Map<Ends, Heard> servers = new HashMap<>();

  /** A client's knowledge of its server's windows. */
  private static final class Heard {
    private boolean clientScales;
    private int scale;
    private int window = -1;
  }

  public LiveTcp(LiveView view) {
    this.view = view;
  }

  @Override
  public void packet(Packet packet) {
    if (packet.kind() != Coverage.Kind.TCP) {
      return;
    }
    if (packet.has(Packet.SYN)) {
      handshake(packet);
    } else if (!packet.has(Packet.RST)) {
      window(packet);
    }
  }

  private void handshake(Packet packet) {
    options.parse(packet);
    boolean answers = packet.has(Packet.ACK);
    Ends way = answers ? Ends.of(packet) : Ends.of(packet).reversed();
    if (answers) {
      view.count("connections");
      Heard heard = servers.get(way);
      if (heard != null) {
        heard.scale = heard.clientScales ? Math.max(0, options.windowScale) : 0;
      }
    } else if (servers.size() < MOST_FOLLOWED) {
      Heard heard = new Heard();
      heard.clientScales = options.windowScale >= 0;
      servers.put(way, heard);
    }
    row(
        packet,
        (answers ? "SYN-ACK, window " : "SYN, window ")
            + packet.rawWindow()
            + (options.windowScale >= 0 ? ", scale " + options.windowScale : ", no scale"));
  }

  /** A window that is new to the client; a repetition is not news. */
  private void window(Packet packet) {
    Heard heard = servers.get(Ends.of(packet));
    if (heard == null || heard.window == packet.rawWindow()) {
      return;
    }
    heard.window = packet.rawWindow();
    long bytes = (long) packet.rawWindow() << heard.scale;
    view.greatest("largest-window", bytes);
    row(packet, "window " + packet.rawWindow() + " × " + (1 << heard.scale) + " = " + bytes);
  }

  private void row(Packet packet, String what) {
    String who = packet.source() + " → " + packet.destination();
    view.add(new LiveRow(packet.frame(), packet.timeNanos(), who, what));
  }
}
