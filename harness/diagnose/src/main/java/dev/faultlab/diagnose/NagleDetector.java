package dev.faultlab.diagnose;

import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.List;

/**
 * A sender that holds the rest of a message back until the first part is acknowledged (Nagle's
 * algorithm), and a receiver that delays the acknowledgement: 40 ms or more for each message.
 *
 * <p>The fact that decides: the rest follows the acknowledgement each time, and never precedes it.
 * A program that pauses by itself sends at any time.
 *
 * <p>Thresholds, with their units: waits on one connection at least 10, and 20 for
 * <em>certain</em>; data that did not wait at most a tenth of that, and none for <em>certain</em>;
 * waits at least a third of all that it sent after an acknowledgement, because a program with a
 * fixed pace waits at times too, and at most two thirds, because the first part of a message waits
 * for nothing, and a pace a little above 40 ms makes all look held.
 *
 * <p>A threshold without a source is our choice; docs/explanation/detector-accuracy.md has the
 * measured errors.
 */
final class NagleDetector extends LedgerDetector {
  private static final int MIN_HELD = 10;

  NagleDetector(MemoryBudget budget) {
    super(FindingId.NAGLE_DELAYED_ACK, 1, budget);
  }

  @Override
  void conclude(Pair pair, List<TcpConnection> all, DestinationContext context, Conclusions out) {
    for (boolean server : new boolean[] {true, false}) {
      Examples examples = new Examples();
      long held = 0;
      boolean certain = false;
      for (TcpConnection each : all) {
        TcpSide.Pace pace = (server ? each.serverSide() : each.clientSide()).pace();
        if (pace.held() >= MIN_HELD
            && pace.held() * 3 >= pace.rounds()
            && pace.held() * 3 <= pace.rounds() * 2
            && pace.eager() * 10 <= pace.held()) {
          examples.add(each, each.opening().frame());
          held += pace.held();
          certain |= pace.held() >= 2 * MIN_HELD && pace.eager() == 0;
        }
      }
      if (!examples.isEmpty()) {
        Endpoint first = server ? pair.server() : examples.first.client();
        String sender = server ? "server" : "client";
        out.report(certain, Finding.Place.ofConnections(pair, examples), sender, first, held);
      }
    }
  }
}
