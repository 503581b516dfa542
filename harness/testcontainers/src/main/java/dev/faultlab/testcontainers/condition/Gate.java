package dev.faultlab.testcontainers.condition;

import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Holds the upstream's answers at the router until a client has so many requests open, so that a
 * load that would not overlap opens as many connections as one that does. TCP repeats what was
 * held. Each client has a gate of its own.
 */
final class Gate implements AutoCloseable {
  /** SYN or PSH: a new connection, or a request on a kept one (byte 13 of the TCP header). */
  private static final String BEGINS = "-p tcp -m u32 --u32 0>>22&0x3C@10&0x0A=1:0x0A";

  /**
   * Limited: a service may pool connections. TCP resends after 0.2, 0.6, 1.4, 3.0 and 6.2 s (RFC
   * 6298, section 5.5), so the delay stays below twice this.
   */
  private static final Duration MAX_HOLD = Duration.ofMillis(2500);

  private final Rules rules;
  private final int requests;
  private final Set<String> closed;
  private final Map<String, Long> heldSince = new HashMap<>();

  /** Closes the gates of these clients. */
  Gate(Testbed bed, List<String> clients, int requests) {
    this.rules = new Rules(bed.parts().router());
    this.requests = requests;
    this.closed = new HashSet<>(clients);
    List<Rule> added = new ArrayList<>();
    for (String client : clients) {
      for (String to : bed.addresses()) {
        String begins = "-s " + client + " -d " + to + " " + BEGINS;
        added.add(rules.oncePerConnection("mangle PREROUTING", begins, "open:" + client));
      }
      String answers = "-d " + client + " " + Rules.DATA;
      added.add(Rule.count("mangle FORWARD", answers, "held:" + client));
      added.add(Rule.drop("mangle FORWARD", answers, "gate:" + client));
    }
    rules.add(added);
  }

  /**
   * Opens the gate of each client that has enough open requests, or whose first answer was held for
   * some seconds.
   *
   * @return whether all are open
   */
  boolean openFull() {
    Map<String, Long> packets = rules.packets();
    for (String client : List.copyOf(closed)) {
      if (packets.getOrDefault("held:" + client, 0L) > 0) {
        heldSince.putIfAbsent(client, System.nanoTime());
      }
      boolean isFull = packets.getOrDefault("open:" + client, 0L) >= requests;
      Long since = heldSince.get(client);
      if (isFull || since != null && System.nanoTime() - since > MAX_HOLD.toNanos()) {
        closed.remove(client);
        rules.remove("gate:" + client);
      }
    }
    return closed.isEmpty();
  }

  @Override
  public void close() {
    rules.close();
  }
}
