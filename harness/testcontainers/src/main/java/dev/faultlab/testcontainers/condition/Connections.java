package dev.faultlab.testcontainers.condition;

import dev.faultlab.testcontainers.condition.Rules.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The clients' connections as the router's connection tracking knows them. It never forgets one by
 * itself here: those that were idle for long enough are forgotten when a condition says so, each by
 * its ports. A connection that carried anything meanwhile, such as a keepalive, stays open.
 */
final class Connections {
  /** Longer than any idle time; what an entry lacks of it is how long it has been idle. */
  private static final long LIMIT_SECONDS = 432_000;

  private static final String LIST = "conntrack -L -p tcp 2>/dev/null";
  private static final String TIMEOUT = "net.netfilter.nf_conntrack_tcp_timeout_";

  /** The router's: a connection that it no longer knows stays broken. */
  static final Map<String, String> SYSCTLS =
      Map.of(
          "net.ipv4.ip_forward",
          "1",
          "net.netfilter.nf_conntrack_tcp_loose",
          "0",
          "net.netfilter.nf_conntrack_tcp_be_liberal",
          "1",
          TIMEOUT + "established",
          "" + LIMIT_SECONDS,
          TIMEOUT + "unacknowledged",
          "" + LIMIT_SECONDS,
          TIMEOUT + "max_retrans",
          "" + LIMIT_SECONDS);

  /** Client, address, port of the client, port of the address from group 2 on. */
  static final Pattern ENTRY =
      Pattern.compile("tcp +6 (\\d+) ESTABLISHED src=(\\S+) dst=(\\S+) sport=(\\d+) dport=(\\d+) ");

  private final Part router;
  private final List<String> addresses;
  private Set<Connection> before = Set.of();
  private Set<Connection> openConnections = Set.of();
  private Set<Connection> expired = Set.of();

  /** Connections that were idle for the whole pause, and then carried data before they expired. */
  private Set<Connection> woken = Set.of();

  /** By its ends; idle time does not affect equality. */
  private record Connection(String client, String to, String port, String toPort) {
    /** For iptables and conntrack, beside {@code -p tcp}. */
    String match() {
      return " -s %s -d %s --sport %s --dport %s".formatted(client, to, port, toPort);
    }
  }

  /**
   * @param addresses of the router
   */
  Connections(Part router, List<String> addresses) {
    this.router = router;
    this.addresses = addresses;
  }

  /**
   * Waits for the pause, and records which connections are open before it and which stay idle
   * during it. A keepalive that comes later than a device forgets saves nothing, so the router
   * looks each second.
   */
  void pause(Duration idle, List<String> clients) {
    before = open(LIST, clients, 0);
    long seconds = idle.toSeconds();
    String looks = "for ((i = 0; i < %d; i++)); do %s; sleep 1; done".formatted(seconds + 2, LIST);
    expired = open(looks, clients, seconds);
    openConnections = open(LIST, clients, 0);
    openConnections.retainAll(before);
    expired.retainAll(openConnections);
    woken = new HashSet<>(expired);
    woken.removeAll(open(LIST, clients, seconds));
  }

  /**
   * Forgets the connections that were idle for as long as the pause. From then on the router does
   * this to what belongs to no connection that it knows.
   *
   * @param chain of a rule
   * @param target of it
   */
  void forgetIdle(Rules rules, String chain, String target) {
    List<Rule> added = new ArrayList<>();
    for (Connection each : expired) {
      String from = each.match() + " -m conntrack --ctstate INVALID";
      String data = (woken.contains(each) ? "woken:" : "data:") + each.client;
      Rules.TLS_ALERTS.forEach(
          alert -> added.add(new Rule(chain, alert + from, target, "alert:" + each.client)));
      added.add(rules.oncePerConnection(chain, Rules.REQUEST + from, data));
    }
    added.add(new Rule(chain, "-p tcp -m conntrack --ctstate INVALID", target, "dropped"));
    rules.add(added);
    if (!expired.isEmpty()) {
      router.bash(
          expired.stream()
              // One may have been closed just now.
              .map(each -> "conntrack -D -p tcp" + each.match() + " || true")
              .collect(Collectors.joining("\n")));
    }
  }

  /** How many connections of a client were forgotten. */
  long forgotten(String client) {
    return count(expired, client);
  }

  /** What a client did with its connections in the pause. */
  String habit(String client) {
    if (forgotten(client) > 0) {
      return "opens-new-connections";
    } else if (count(openConnections, client) > 0) {
      return "keeps-connections-alive";
    }
    return count(before, client) > 0 ? "closes-idle-connections" : "connection-per-request";
  }

  /** The numbers behind #habit. */
  String describe(String client) {
    long open = count(before, client);
    long still = count(openConnections, client);
    return "%d connections open before the pause: %d closed, %d kept alive, %d forgotten"
        .formatted(open, open - still, still - forgotten(client), forgotten(client));
  }

  private static long count(Set<Connection> connections, String client) {
    return connections.stream().filter(each -> each.client.equals(client)).count();
  }

  /**
   * Connections of these clients that had been idle for at least {@code seconds} when a script
   * listed them.
   */
  private Set<Connection> open(String script, List<String> clients, long idleSeconds) {
    Predicate<Matcher> matches =
        line ->
            clients.contains(line.group(2))
                && addresses.contains(line.group(3))
                && LIMIT_SECONDS - Long.parseLong(line.group(1)) >= idleSeconds;
    Set<Connection> open = new HashSet<>();
    Matcher line = ENTRY.matcher(router.bash(script));
    while (line.find()) {
      if (matches.test(line)) {
        open.add(new Connection(line.group(2), line.group(3), line.group(4), line.group(5)));
      }
    }
    return open;
  }
}
