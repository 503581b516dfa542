package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Hurts the connections that are open when it begins, however short a time they were idle. The
 * router's connection tracking marks them, and rules tell them from later ones by the mark.
 */
abstract class OpenConnections extends CountedRun {
  /** A connection keeps it to its end. */
  private static final String MARK = "0xfa17";

  static final String MARKED = " -m connmark --mark " + MARK + " ";
  static final String RESET = "-j REJECT --reject-with tcp-reset";

  /** A pool may still be opening some: waits, for at most 10 s, for a second without a new one. */
  private static final String MARK_OPEN =
      """
      before=none
      for ((i = 0; i < 10; i++)); do
        now=$(conntrack -L -p tcp 2>/dev/null |
          grep -o 'src=[^ ]* dst=[^ ]* sport=[^ ]* dport=[0-9]*' | sort)
        [[ $now != "$before" ]] || break
        before=$now
        sleep 1
      done
      for client in "$@"; do conntrack -U -p tcp -s "$client" -m %1$s || true; done >/dev/null 2>&1
      conntrack -L -p tcp --state ESTABLISHED -m %1$s 2>/dev/null
      """
          .formatted(MARK);

  private final Map<String, Long> open = new HashMap<>();

  OpenConnections(Testbed bed) {
    super(bed);
  }

  /** Marks what the clients have open, and returns a line of conntrack for each connection. */
  List<String> mark() {
    String marked = bed.parts().router().bash(MARK_OPEN, clients.toArray(String[]::new));
    List<String> lines = marked.lines().toList();
    for (String client : clients) {
      open.put(client, lines.stream().filter(l -> l.contains(" src=" + client + " ")).count());
    }
    return lines;
  }

  /**
   * Does this to all that the clients send on these connections, and counts those on which they
   * send a request. The polite end of one is none.
   *
   * @param chain of a rule
   * @param target that ends in another way than by accepting
   */
  void applyRules(String chain, String target) {
    List<Rule> rules = new ArrayList<>();
    for (String client : clients) {
      String from = " -s " + client + MARKED;
      Rules.TLS_ALERTS.forEach(
          alert -> rules.add(new Rule(chain, alert + from, target, "alert:" + client)));
      rules.add(router.oncePerConnection(chain, Rules.REQUEST + from, "data:" + client));
      rules.add(new Rule(chain, "-p tcp" + from, target, "treated:" + client));
    }
    router.add(rules);
  }

  /**
   * How a client has met the end of its old connections, if it has sent anything since. One that
   * had none is exposed only if it opens one for each request: another may have closed those that
   * it would have used again.
   */
  @Override
  ExposureCounts exposure(String client, Rounds rounds, Traffic.Counts sent) {
    long used = packets("data:" + client);
    long openBefore = open.getOrDefault(client, 0L);
    long each = sent.connections() >= rounds.asked() ? sent.total() : 0;
    String fine = openBefore > 0 ? "opens-new-connections" : "connection-per-request";
    return exposure(
        openBefore > 0 && sent.total() > 0 ? openBefore : each,
        used,
        used > 0 ? "dead-connection-used" : fine,
        describe(client, used));
  }

  /** For a reader. */
  String describe(String client, long used) {
    return "data on %d of %d connections that were open"
        .formatted(used, open.getOrDefault(client, 0L));
  }
}
