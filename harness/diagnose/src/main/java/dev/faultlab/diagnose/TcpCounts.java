package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpOption;
import dev.faultlab.capture.TcpSide;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** A capture's connections in numbers, and what is invisible of them. */
final class TcpCounts {
  private static final int MAX_GAPS = 10_000;

  long connections;

  /** Connections with a captured SYN-ACK. */
  long handshakes;

  /** Connections with a segment of the server. */
  long answered;

  /** Connections that did not fail: not refused, and no SYN repeated without an answer. */
  long succeeded;

  long withoutHandshake;
  long oneDirection;
  long optionsCutOff;

  /** Bytes that were sent, as later bytes or acknowledgements show, but are not in the capture. */
  long unseenBytes;

  /** Connections with such missing bytes. */
  long withGaps;

  /** For each host the times between which missing bytes were sent, from and to, apart. */
  private final Map<Address, TreeMap<Long, Long>> gaps = new HashMap<>();

  void add(TcpConnection connection) {
    TcpSide client = connection.clientSide();
    TcpSide server = connection.serverSide();
    connections++;
    handshakes += server.offer().isPresent() ? 1 : 0;
    answered += server.volume().segments() > 0 ? 1 : 0;
    succeeded += UnansweredAttemptsDetector.failed(connection) ? 0 : 1;
    // A connect that was refused or not answered hides nothing.
    boolean isAttempt =
        client.offer().isPresent()
            && client.volume().dataSegments() + server.volume().dataSegments() == 0;
    if (server.offer().isEmpty() && !isAttempt) {
      withoutHandshake++;
    }
    if (!connection.seenInBothDirections() && !isAttempt) {
      oneDirection++;
    }
    TcpSide.Volume up = client.volume();
    TcpSide.Volume down = server.volume();
    if (connection.seenInBothDirections() && up.unseenBytes() + down.unseenBytes() > 0) {
      unseenBytes += up.unseenBytes() + down.unseenBytes();
      withGaps++;
      long since = Math.min(up.unseenSinceNanos(), down.unseenSinceNanos());
      long until = Math.max(up.unseenUntilNanos(), down.unseenUntilNanos());
      gap(connection.client().address(), since, until);
      gap(connection.server().address(), since, until);
    }
    if (isCutOff(client) || isCutOff(server)) {
      optionsCutOff++;
    }
  }

  private void gap(Address host, long since, long until) {
    if (withGaps >= MAX_GAPS) {
      return;
    }
    TreeMap<Long, Long> gapsOfHost = gaps.computeIfAbsent(host, any -> new TreeMap<>());
    long from = since;
    long to = until;
    for (var last = gapsOfHost.floorEntry(to);
        last != null && last.getValue() >= from;
        last = gapsOfHost.floorEntry(to)) {
      from = Math.min(from, last.getKey());
      to = Math.max(to, last.getValue());
      gapsOfHost.remove(last.getKey());
    }
    gapsOfHost.put(from, to);
  }

  /** Whether the capture lacks bytes of a connection of this host in that time. */
  boolean hasGapOf(Address host, long fromNanos, long toNanos) {
    var last = gaps.getOrDefault(host, new TreeMap<>()).floorEntry(toNanos);
    return withGaps >= MAX_GAPS || last != null && last.getValue() >= fromNanos;
  }

  /** Whether the snap length cut off whether its SYN has a window scale. */
  static boolean isCutOff(TcpSide side) {
    return side.offer()
        .map(offer -> offer.options().windowScale())
        .filter(TcpOption::isCutOff)
        .isPresent();
  }
}
