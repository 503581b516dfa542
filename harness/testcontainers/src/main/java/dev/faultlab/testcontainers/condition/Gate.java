package dev.faultlab.testcontainers.condition;

import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds the upstream's answers at the router until each client has so many requests open, so that a
 * load that would not overlap opens as many connections as one that does. TCP repeats what was
 * held.
 */
final class Gate implements AutoCloseable {
  /** SYN or PSH: a new connection, or a request on a kept one (byte 13 of the TCP header). */
  private static final String BEGINS = "-p tcp -m u32 --u32 '0>>22&0x3C@10&0x0A=1:0x0A'";

  private final Rules rules;
  private final List<String> clients;
  private final int requests;

  /** Closes the gate; {@link #awaitFull} opens it. */
  Gate(Testbed bed, List<String> clients, int requests) {
    this.rules = new Rules(bed.parts().router());
    this.clients = clients;
    this.requests = requests;
    List<Rule> all = new ArrayList<>();
    for (String client : clients) {
      String once = rules.oncePerConnection("open:" + client);
      String from = "-s " + client + " -d ";
      bed.addresses()
          .forEach(
              to ->
                  all.add(
                      Rule.count(
                          "mangle PREROUTING",
                          from + to + " " + BEGINS + " " + once,
                          "open:" + client)));
      all.add(Rule.drop("mangle FORWARD", "-d " + client + " " + Rules.DATA, "held:" + client));
    }
    rules.add(all);
  }

  /**
   * Returns when each client has that many connections with an open request, or after some seconds:
   * a service may use one connection for all, or call from fewer threads.
   */
  void awaitFull(int seconds) {
    Polling.until(seconds, this::full);
  }

  private boolean full() {
    var open = rules.packets();
    return clients.stream().allMatch(each -> open.getOrDefault("open:" + each, 0L) >= requests);
  }

  @Override
  public void close() {
    rules.close();
  }
}
