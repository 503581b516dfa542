package dev.faultlab.testcontainers.condition;

import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What becomes of each client's open connections in a pause: forgotten by the router, closed, or
 * kept alive. Counted, not looked at in time, so that a slow machine sees the same.
 */
final class Connections {
  private static final Pattern OPEN =
      Pattern.compile("tcp +6 \\d+ ESTABLISHED src=(\\S+) dst=(\\S+) ");

  private final Supplier<String> table;
  private final List<String> addresses;
  private final ToLongFunction<String> opened;
  private final ToLongFunction<String> ended;
  private final Map<String, Numbers> clients = new HashMap<>();

  /**
   * @param open when the pause begins
   * @param ended connections that a FIN or a reset had ended until then; at the end, those since
   *     then
   * @param alive still open after the pause
   */
  private record Numbers(long open, long ended, long alive) {
    long forgotten() {
      return Math.max(0, open - ended - alive);
    }
  }

  /** Counts with these rules, which {@link #watch} adds. */
  static Connections of(Testbed bed, Rules rules, Traffic traffic) {
    return new Connections(
        () -> bed.parts().router().bash("cat /proc/net/nf_conntrack"),
        bed.addresses(),
        client -> traffic.counts(client).connections(),
        client -> rules.packets("ended:" + client));
  }

  /**
   * With other sources.
   *
   * @param table as in {@code /proc/net/nf_conntrack}
   * @param addresses of the router
   * @param opened connections of a client since #watch
   * @param ended connections of a client since #watch, by a FIN or a reset
   */
  Connections(
      Supplier<String> table,
      List<String> addresses,
      ToLongFunction<String> opened,
      ToLongFunction<String> ended) {
    this.table = table;
    this.addresses = addresses;
    this.opened = opened;
    this.ended = ended;
  }

  /** The rule that counts what a client ends. */
  static Rule ends(String client, Rules rules) {
    String end = "-s " + client + " -m conntrack --ctstate ESTABLISHED " + Rules.END + " ";
    String label = "ended:" + client;
    return Rule.count("mangle PREROUTING", end + rules.oncePerConnection(label), label);
  }

  void watch(String client) {
    long open = open().getOrDefault(client, 0L);
    clients.put(client, new Numbers(open, 0, open));
  }

  /** Waits until no client has an open connection, or so long that it keeps them alive. */
  void awaitIdle(long seconds) {
    clients.replaceAll(
        (client, old) -> {
          long before = ended.applyAsLong(client);
          return new Numbers(old.open + opened.applyAsLong(client) - before, before, 0);
        });
    Polling.until(seconds, () -> clients.keySet().stream().noneMatch(open()::containsKey));
    Map<String, Long> alive = open();
    clients.replaceAll(
        (client, old) ->
            new Numbers(
                old.open, ended.applyAsLong(client) - old.ended, alive.getOrDefault(client, 0L)));
  }

  /** How many connections of a client were forgotten; 0 before the pause. */
  long forgotten(String client) {
    return clients.get(client).forgotten();
  }

  /** What a client did with its connections in the pause. */
  String habit(String client) {
    Numbers seen = clients.get(client);
    if (seen.forgotten() > 0) {
      return "opens-new-connections";
    } else if (seen.alive > 0) {
      return "keeps-connections-alive";
    }
    return seen.open > 0 ? "closes-idle-connections" : "connection-per-request";
  }

  /** The numbers behind #habit. */
  String describe(String client) {
    Numbers seen = clients.get(client);
    return String.format(
        "%d connections open before the pause, %d closed, %d kept alive, %d forgotten",
        seen.open, seen.ended, seen.alive, seen.forgotten());
  }

  private Map<String, Long> open() {
    Map<String, Long> open = new HashMap<>();
    Matcher line = OPEN.matcher(table.get());
    while (line.find()) {
      if (addresses.contains(line.group(2))) {
        open.merge(line.group(1), 1L, Long::sum);
      }
    }
    return open;
  }
}
