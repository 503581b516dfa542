package dev.faultlab.testcontainers.condition;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The connections that the router knows (conntrack), and what becomes of those that are open when a
 * pause begins.
 */
final class Connections {
  private static final Pattern LINE =
      Pattern.compile("tcp +6 \\d+ (\\S+) src=(\\S+) dst=(\\S+) sport=(\\d+) dport=(\\d+)");
  private static final String OPEN = "ESTABLISHED";

  private final Supplier<String> table;
  private final List<String> addresses;
  private final Set<Key> atFirst = new HashSet<>();
  private final Set<Key> closed = new HashSet<>();
  private Set<Key> alive = Set.of();

  private record Key(String client, String clientPort, String address, String port) {}

  Connections(Testbed bed) {
    this(() -> bed.parts().router().bash("cat /proc/net/nf_conntrack"), bed.addresses());
  }

  /**
   * With another source.
   *
   * @param table as in {@code /proc/net/nf_conntrack}
   * @param addresses of the router
   */
  Connections(Supplier<String> table, List<String> addresses) {
    this.table = table;
    this.addresses = addresses;
  }

  /**
   * Waits until the router knows no open connection of any client, or until a client has kept its
   * connections alive for twice the time.
   *
   * @param seconds after which an idle connection is forgotten
   */
  void awaitIdle(long seconds) {
    now()
        .forEach(
            (key, state) -> {
              if (state.equals(OPEN)) {
                atFirst.add(key);
              }
            });
    Polling.until(2 * seconds + 5, () -> look().isEmpty());
    alive = look();
  }

  private Set<Key> look() {
    Map<Key, String> now = now();
    Set<Key> open = new HashSet<>();
    for (Key key : atFirst) {
      String state = now.get(key);
      if (OPEN.equals(state)) {
        open.add(key);
      } else if (state != null) {
        closed.add(key); // a FIN or a reset was seen
      }
    }
    return open;
  }

  /** How many connections of a client were forgotten, not closed. */
  long forgotten(String client) {
    return count(atFirst, client) - count(closed, client) - count(alive, client);
  }

  /** What a client did with its connections in the pause. */
  String habit(String client) {
    if (forgotten(client) > 0) {
      return "opens-new-connections";
    } else if (count(alive, client) > 0) {
      return "keeps-connections-alive";
    }
    return count(atFirst, client) > 0 ? "closes-idle-connections" : "connection-per-request";
  }

  /** The numbers behind #habit. */
  String describe(String client) {
    return String.format(
        "%d connections open before the pause, %d closed, %d kept alive, %d forgotten",
        count(atFirst, client), count(closed, client), count(alive, client), forgotten(client));
  }

  private static long count(Set<Key> keys, String client) {
    return keys.stream().filter(key -> key.client.equals(client)).count();
  }

  private Map<Key, String> now() {
    Map<Key, String> states = new HashMap<>();
    Matcher line = LINE.matcher(table.get());
    while (line.find()) {
      if (addresses.contains(line.group(3))) {
        Key key = new Key(line.group(2), line.group(4), line.group(3), line.group(5));
        states.put(key, line.group(1));
      }
    }
    return states;
  }
}
