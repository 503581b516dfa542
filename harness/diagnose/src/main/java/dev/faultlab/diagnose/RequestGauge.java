package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import java.util.HashMap;
import java.util.Map;

/** How many requests wait for an answer right now, by the machine that must answer. */
final class RequestGauge {
  private final Map<Address, Integer> waiting = new HashMap<>();

  void begins(Address server) {
    waiting.merge(server, 1, Integer::sum);
  }

  void ends(Address server) {
    waiting.computeIfPresent(server, (key, count) -> count == 1 ? null : count - 1);
  }

  int waitingAt(Address server) {
    return waiting.getOrDefault(server, 0);
  }
}
