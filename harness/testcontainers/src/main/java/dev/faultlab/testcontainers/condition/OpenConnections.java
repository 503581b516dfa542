package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.Met;
import dev.faultlab.seen.Rounds;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The connections that were open when a condition began, however short a time they were idle. The
 * router's connection tracking marks them, and rules tell them from later ones by the mark.
 */
final class OpenConnections {
  /** A connection keeps it to its end. */
  private static final String MARK = "0xfa17";

  static final String MARKED = " -m connmark --mark " + MARK + " ";
  static final String RESET = "-j REJECT --reject-with tcp-reset";

  private static final String SET =
      """
      for client in "$@"; do conntrack -U -p tcp -s "$client" -m %1$s || true; done >/dev/null 2>&1
      conntrack -L -p tcp --state ESTABLISHED -m %1$s 2>/dev/null
      """
          .formatted(MARK);

  private final Map<String, Long> open = new HashMap<>();

  /** Marks what these clients have open, and returns a line of conntrack for each connection. */
  List<String> mark(Part router, List<String> clients) {
    List<String> lines = router.bash(SET, clients.toArray(String[]::new)).lines().toList();
    for (String client : clients) {
      open.put(client, lines.stream().filter(l -> l.contains(" src=" + client + " ")).count());
    }
    return lines;
  }

  /** How many connections a client had open. */
  long open(String client) {
    return open.getOrDefault(client, 0L);
  }

  /**
   * Does this to all that clients send on these connections, and counts those on which they send a
   * request. The polite end of one is none.
   *
   * @param chain of a rule
   * @param target that ends in another way than by accepting
   */
  void treat(List<String> clients, Rules rules, String chain, String target) {
    List<Rule> all = new ArrayList<>();
    for (String client : clients) {
      String from = " -s " + client + MARKED;
      String used = "data:" + client;
      for (String alert : Rules.TLS_ALERTS) {
        all.add(new Rule(chain, alert + from, target, "alert:" + client));
      }
      all.add(Rule.count(chain, Rules.REQUEST + from + rules.oncePerConnection(used), used));
      all.add(new Rule(chain, "-p tcp" + from, target, "treated:" + client));
    }
    rules.add(all);
  }

  /**
   * How a client has met the end of its old connections, if it has sent anything since. One that
   * had none is exposed only if it opens one for each request: another may have closed those that
   * it would have used again.
   */
  Met met(CountedRun run, String client, Rounds rounds, Traffic.Counts sent) {
    long used = run.packets("data:" + client);
    long had = open(client);
    long each = sent.connections() >= rounds.asked() ? sent.all() : 0;
    String fine = had > 0 ? "opens-new-connections" : "connection-per-request";
    return run.met(
        had > 0 && sent.all() > 0 ? had : each,
        used,
        used > 0 ? "dead-connection-used" : fine,
        describe(client, used));
  }

  /** For a reader. */
  String describe(String client, long used) {
    return "data on %d of %d connections that were open".formatted(used, open(client));
  }
}
