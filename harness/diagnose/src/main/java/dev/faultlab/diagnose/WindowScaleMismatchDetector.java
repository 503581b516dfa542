package dev.faultlab.diagnose;

import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.pattern.WindowScales;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Window-scale mismatch, from the capture alone: the server divides its windows by another power of
 * two than its SYN-ACK declared, as Linux without commit 909172a14974 does after a SYN cookie.
 *
 * <p>The right edge that the SYN-ACK gave (its window is never scaled) is a promise. In a healthy
 * connection hardly any later segment is behind it by more than the rounding of the scale. In a
 * mismatched one the first segment after the handshake is, by most of the SYN-ACK's window. That
 * comparison does not depend on the captured order of acknowledgements. "Scale 1 and raw window
 * 789" is not the signature: other buffer sizes give other numbers, and a valid TCP_WINDOW_CLAMP
 * gives these.
 *
 * <p>In lab syncookie two signatures decide the same fault: {@code LostWindowScale} compares the
 * SYN-ACK with {@code ss}, and {@code WindowScaleOnTheWire} asks this detector.
 *
 * <p>Thresholds, with their units:
 *
 * <ul>
 *   <li>segments whose right edge is below the SYN-ACK's: at least 1, and 2 for <em>certain</em>.
 *   <li>times that the client stopped because the window was full: at least 2 for <em>certain</em>,
 *       or if the SYN-ACK has no scale.
 *   <li>applied scale: at most 14 (RFC 7323 2.3). It is the smallest with which the first window
 *       has 95 % of the SYN-ACK's.
 *   <li>if the scales differ by at most 2 bits (a factor of 4), the first window must be at most
 *       125 % of the SYN-ACK's, because Linux before 4.20 may promise more in a SYN-ACK than it
 *       keeps.
 *   <li>starvation without a SYN-ACK (inconclusive): at least 10 data segments, 80 % of them one
 *       per round and resumed by an acknowledgement, raw windows below 4096 that differ by less
 *       than a factor of 2.
 * </ul>
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class WindowScaleMismatchDetector extends ConnectionDetector {
  private static final int MAX_SCALE = 14;

  /** Bits: a factor of 4. */
  private static final int SCALE_SLACK = 2;

  private final Map<Endpoint, Group> servers = new LinkedHashMap<>();

  /** Connections that are inconclusive, by the sentence that says why. */
  private final Map<String, Examples> unclear = new HashMap<>();

  private static final class Group {
    final Examples examples = new Examples();

    /** Without a scale, and the client never had to stop. */
    final Examples neverStopped = new Examples();

    boolean certain;
    boolean optionMissing;
    String first = "";
    long connections = 1;
  }

  WindowScaleMismatchDetector(MemoryBudget budget) {
    super(FindingId.WINDOW_SCALE_MISMATCH, LabFault.of("syncookie", "lost-window-scale"), budget);
  }

  @Override
  void connection(TcpConnection connection) {
    Offer server = connection.serverSide().offer().orElse(null);
    boolean cutOff =
        TcpCounts.isCutOff(connection.clientSide()) || TcpCounts.isCutOff(connection.serverSide());
    if (server == null || cutOff) {
      if (Starvation.isSuspected(connection)) {
        long frame = server == null ? connection.opening().frame() : server.frame();
        unclear(server == null ? "no-handshake" : "cut-off", connection, frame);
      }
      return;
    }
    Group group = servers.get(connection.server());
    if (group != null && !group.examples.isEmpty()) {
      group.connections++;
    }
    // Without the SYN: a scale in the SYN-ACK proves one in the SYN (RFC 7323 2.2).
    Offer offer = connection.clientSide().offer().orElse(server);
    if (offer.options().windowScale().isKnown() && connection.serverSide().windows().isPresent()) {
      judge(connection, server, connection.serverSide().windows().get());
    }
  }

  private void unclear(String why, TcpConnection connection, long... frames) {
    unclear.computeIfAbsent(why, any -> new Examples()).add(connection, frames);
  }

  private void judge(TcpConnection connection, Offer server, TcpSide.Windows windows) {
    TcpSide.RightEdge edge = windows.edge().orElseThrow();
    boolean fromTheStart =
        edge.shortSegments() > 0
            && edge.shortFirstFrame() == windows.firstFrame()
            && edge.reachedFrame() != windows.firstFrame();
    if (!fromTheStart) {
      return;
    }
    int declared = windows.shift().orElseThrow();
    int applied = appliedScale(windows.firstRaw(), server.rawWindow());
    // A right edge only shows windows that are too small.
    if (applied > MAX_SCALE
        || WindowScales.timesTooSmall(declared, applied) == 1
        || !fits(windows.firstRaw(), declared, applied, server.rawWindow())) {
      unclear("unexplained", connection, server.frame(), windows.firstFrame());
      return;
    }
    if (windows.firstTtl() != server.ttl()) {
      unclear("another-machine", connection, server.frame(), windows.firstFrame());
      return;
    }
    boolean limited = connection.clientSide().pace().windowLimited().orElse(0L) >= 2;
    Group group = budget.keep(servers, connection.server(), 2 * Examples.BYTES, Group::new);
    if (server.options().windowScale().isAbsent() && !limited) {
      group.neverStopped.add(connection, server.frame(), windows.firstFrame());
      return;
    }
    boolean certain = edge.shortSegments() >= 2 && limited;
    group.examples.add(connection, server.frame(), windows.firstFrame());
    if (group.first.isEmpty() || certain && !group.certain) {
      group.first = describe(connection, server, windows, edge, applied);
      group.optionMissing =
          WindowScales.of(server.options().windowScale().number(), OptionalInt.of(applied))
              == WindowScales.Answer.OPTION_REMOVED;
    }
    group.certain |= certain;
  }

  /**
   * Whether the first window is the SYN-ACK's by the computed scale. Any smaller window is within a
   * factor of two of it by some scale, so a small difference of scales alone proves little: Linux
   * before 4.20 promises more in a SYN-ACK than a cookie's segment size lets it keep.
   */
  private static boolean fits(int raw, int declared, int applied, int synAckWindow) {
    return applied - declared > SCALE_SLACK || ((long) (raw - 1) << applied) <= 1.25 * synAckWindow;
  }

  /** The smallest scale with which the first window is not behind the SYN-ACK's. */
  private static int appliedScale(int raw, int synAckWindow) {
    int scale = 0;
    while (scale <= MAX_SCALE && ((long) raw << scale) < synAckWindow * 0.95) {
      scale++;
    }
    return scale;
  }

  private String describe(
      TcpConnection connection,
      Offer server,
      TcpSide.Windows windows,
      TcpSide.RightEdge edge,
      int applied) {
    TcpSide client = connection.clientSide();
    int declared = windows.shift().orElseThrow();
    boolean withoutScale = server.options().windowScale().isAbsent();
    return text(
        "first",
        server.frame(),
        withoutScale ? "no window scale" : "window scale " + declared,
        server.rawWindow(),
        windows.firstFrame(),
        windows.firstRaw(),
        windows.firstRaw() << declared,
        edge.largestShortfall(),
        applied,
        WindowScales.timesTooSmall(declared, applied),
        windows.maxRaw(),
        windows.maxRaw() << declared,
        client.pace().windowLimited().orElse(0L),
        client.volume().dataSegments());
  }

  @Override
  void conclude(CaptureFacts facts, Conclusions out) {
    servers.forEach((server, group) -> conclude(server, group, out));
    undecided(out, "no-handshake", "another-machine");
    undecided(out, "cut-off", "unexplained");
  }

  private void undecided(Conclusions out, String... reasons) {
    for (String why : reasons) {
      out.undecided(unclear.getOrDefault(why, new Examples()), text(why));
    }
  }

  private void conclude(Endpoint server, Group group, Conclusions out) {
    if (group.examples.isEmpty()) {
      out.undecided(group.neverStopped, text("once"));
      return;
    }
    boolean optionRemoved = group.optionMissing;
    String before = "%d of the %d connections, counted from the first such one on: ";
    out.reportAs(
        optionRemoved ? "removed" : "",
        // The fixes of the signature are for SYN cookies, not for a device on the path.
        optionRemoved ? LabFault.of("syncookie") : lab,
        group.certain,
        Finding.Place.ofServer(
            server, before.formatted(group.examples.count(), group.connections), group.examples),
        group.first);
  }
}
