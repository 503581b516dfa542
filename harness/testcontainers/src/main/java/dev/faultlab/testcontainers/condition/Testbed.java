package dev.faultlab.testcontainers.condition;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The parts around a service, connected: the router forwards, the name server gives the router's
 * addresses, and canaries have an echo server. Start the parts, call {@link #connect}, then start
 * the service.
 */
public final class Testbed {
  /** Where the canaries' echo server listens, in the network namespace of the name server. */
  static final int ECHO_PORT = 47_007;

  /** The same over TLS, where a condition of certificates has one. */
  static final int TLS_PORT = 47_008;

  static final String ECHO_NAME = "canary.faultlab";

  /** Adds addresses beside the first one, unless they are there. */
  private static final String ADD_BOTH =
      """
      set -e
      own=$(ip -o -4 addr show | awk '{ print $2, $4 }')
      read -r device prefix < <(awk -v a="$1" '{ split($2, p, "/") } p[1] == a { print $1, p[2] }' <<<"$own")
      shift
      for address in "$@"; do
        case "$own" in *" $address/"*) continue ;; esac
        ip addr add "$address/$prefix" dev "$device"
      done
      """;

  private static final String CONNECT =
      """
      set -e
      front=$1 spare=$2 target=$3 port=$4
      ! iptables -w -t nat -C PREROUTING -d "$front" -p tcp --dport "$port" -j DNAT --to "$target:$port" 2>/dev/null || exit 0
      for address in "$front" "$spare"; do
        iptables -w -t nat -A PREROUTING -d "$address" -p tcp --dport "$port" -j DNAT --to "$target:$port"
      done
      iptables -w -t nat -A POSTROUTING -d "$target" -p tcp --dport "$port" -j MASQUERADE
      # In a network of its own with both, it must not tell a client to go directly.
      iptables -w -A OUTPUT -p icmp --icmp-type redirect -j DROP
      """;
  private static final String ECHO =
      """
      answers() { (exec 3<>/dev/tcp/127.0.0.1/$1) 2>/dev/null; }
      ! answers "$1" || exit 0
      setsid socat "TCP-LISTEN:$1,fork,reuseaddr,backlog=64" PIPE </dev/null >/dev/null 2>&1 &
      until answers "$1"; do sleep 0.05; done
      """;
  private static final String AWAIT_SERIAL =
      """
      for _ in $(seq 300); do
        [[ $(dig +short +tries=1 +time=1 @127.0.0.1 serial.faultlab TXT) != "\\"$1\\"" ]] || exit 0
        sleep 0.1
      done
      echo "the name server did not take its new configuration within 30 s" >&2
      exit 1
      """;

  private final Parts parts;
  private final List<Upstream> upstreams;
  private final boolean forwardOthers;
  private int serial = 1;

  /**
   * A testbed of these parts.
   *
   * @param parts that are created; they need not run before {@link #connect}
   * @param upstreams what the service calls
   * @param forwardOthers whether the name server forwards other names to its container's resolver;
   *     otherwise they do not exist
   * @throws IllegalArgumentException when there is no upstream
   */
  public Testbed(Parts parts, List<Upstream> upstreams, boolean forwardOthers) {
    ArgumentCheck.require(!upstreams.isEmpty(), "at least one upstream", "none");
    this.parts = parts;
    this.upstreams =
        Stream.concat(
                upstreams.stream(),
                Stream.of(TLS_PORT, ECHO_PORT).map(port -> echo(upstreams.get(0), port)))
            .toList();
    this.forwardOthers = forwardOthers;
  }

  private Upstream echo(Upstream first, int port) {
    return new Upstream(ECHO_NAME, port, first.front(), first.spare(), parts.nameServerAddress());
  }

  /** {@return the configuration that the name server starts with} */
  public String corefile() {
    return zone(Upstream::front, Duration.ZERO, Zone.TTL).corefile(1);
  }

  private Zone zone(Function<Upstream, String> address, Duration delay, int ttl) {
    Map<String, Zone.Answer> names = new HashMap<>();
    for (Upstream each : upstreams) {
      List<String> one = List.of(address.apply(each));
      names.put(
          each.name().toLowerCase(Locale.ROOT),
          new Zone.Answer(one, ttl, delay, Zone.Treatment.ADDRESSES));
    }
    return new Zone(names, forwardOthers);
  }

  /** Sets the running parts up. Returns when they work. Another call does nothing. */
  public void connect() {
    for (Upstream each : upstreams) {
      parts.router().bash(ADD_BOTH, fronts().get(0), each.front(), each.spare());
      parts
          .router()
          .bash(CONNECT, each.front(), each.spare(), each.target(), Integer.toString(each.port()));
    }
    parts.nameServer().bash(ADD_BOTH, parts.nameServerAddress(), parts.secondNameServerAddress());
    parts.nameServer().bash(ECHO, Integer.toString(ECHO_PORT));
    parts.nameServer().bash(AWAIT_SERIAL, Integer.toString(serial));
  }

  /** {@return the containers} */
  public Parts parts() {
    return parts;
  }

  /** What a condition does to containers of clients and upstreams. */
  Parts.Containers containers() {
    return parts
        .containers()
        .orElseThrow(() -> new IllegalStateException("only ./faultlab check has this condition"));
  }

  /** {@return what the service and, the last ones, the canaries call} */
  public List<Upstream> upstreams() {
    return upstreams;
  }

  /** The upstreams' names, each once. */
  List<String> names() {
    return upstreams.stream().map(Upstream::name).distinct().toList();
  }

  /** Gives the names other addresses, and returns when the name server answers so. */
  void answer(Function<Upstream, String> address, Duration delay, int ttl) {
    serial++;
    parts.configureNameServer().accept(zone(address, delay, ttl).corefile(serial));
    parts.nameServer().bash(AWAIT_SERIAL, Integer.toString(serial));
  }

  /** The addresses that the names have at first. */
  List<String> fronts() {
    return upstreams.stream().map(Upstream::front).distinct().toList();
  }

  /** The addresses that the names can move to. */
  List<String> spares() {
    return upstreams.stream().map(Upstream::spare).distinct().toList();
  }

  /** All of the router's addresses that clients call. */
  List<String> addresses() {
    return Stream.concat(fronts().stream(), spares().stream()).toList();
  }
}
