package dev.faultlab.testcontainers.condition;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The containers around a service, which do not touch its image or its files. There are two
 * implementations: containers of Testcontainers, and the services of a compose project.
 *
 * <pre>
 *   service ──┐            ┌── upstream
 *   canaries ─┴── router ──┘
 *       └── name server
 * </pre>
 *
 * <p>An implementation starts these containers before the service, in one Docker network that the
 * service is in or can reach ("the front"):
 *
 * <table>
 * <caption>The parts</caption>
 * <tr><th>part</th><th>usual name</th><th>has</th><th>is created with</th></tr>
 * <tr><td>{@link #router}</td><td>{@code mid}</td>
 *   <td>bash, awk, conntrack, ethtool, ip, iptables, {@link Caller#program} as {@link Caller#PATH}</td>
 *   <td>capabilities NET_ADMIN and NET_RAW; the sysctls of {@link
 *   NetworkCondition#routerSysctls}, which a running container refuses. It is in the front and in
 *   the network of the upstream, which may be the same</td></tr>
 * <tr><td>{@link #nameServer}</td><td>{@code names-tools}</td>
 *   <td>bash, ip, iptables, dig, socat</td>
 *   <td>the network namespace of the CoreDNS container ({@code names}); NET_ADMIN and
 *   NET_RAW</td></tr>
 * <tr><td>{@link #canaries}</td><td>{@code canary-1} to {@code canary-4}</td>
 *   <td>bash, {@link Caller#program} as {@link Caller#PATH}</td>
 *   <td>network namespaces of their own in the front</td></tr>
 * </table>
 *
 * <p>The image {@code nicolaka/netshoot} has all of the other programs, and so has our recipe.
 * CoreDNS starts with {@link Testbed#corefile} as {@code /Corefile}. It needs no program beside
 * itself.
 *
 * <p>A service whose network namespace belongs to another container ({@code hold}) works as any
 * other: its {@link Client#address} is the address of {@code hold} in the front. The service must
 * send its lookups to the name server. If the condition says {@link
 * NetworkCondition#twoNameServers}, it asks {@link #secondNameServerAddress} first and {@link
 * #nameServerAddress} second; otherwise only {@link #nameServerAddress}. The containers of a shared
 * namespace also share {@code /etc/resolv.conf}, so {@code hold} can write it in place before the
 * service starts.
 *
 * @param router forwards all calls of the service and of the canaries
 * @param nameServer tools in the network namespace of the name server
 * @param canaries containers for canaries, {@link #CANARIES} of them
 * @param nameServerAddress where the name server answers
 * @param secondNameServerAddress an address of the front that no container has and that none will
 *     get. The name server answers there as well; a condition may silence it
 * @param configureNameServer gives CoreDNS another configuration: writes it to {@code /Corefile} in
 *     its container and sends SIGUSR1. It need not wait, because the caller awaits the first answer
 *     that the configuration gives
 * @param containers what a condition does to clients and upstreams; empty where it can do nothing
 */
public record Parts(
    Part router,
    Part nameServer,
    List<Host> canaries,
    String nameServerAddress,
    String secondNameServerAddress,
    Consumer<String> configureNameServer,
    Optional<Containers> containers) {
  /** How many canaries a condition can have. */
  public static final int CANARIES = 4;

  /**
   * Lists that do not change.
   *
   * @param router of the testbed
   * @param nameServer of the testbed
   * @param canaries of the testbed
   * @param nameServerAddress in the front
   * @param secondNameServerAddress in the front
   * @param configureNameServer of the testbed
   * @param containers of clients and upstreams
   */
  public Parts {
    canaries = List.copyOf(canaries);
  }

  /**
   * The name servers that a client asks, in this order.
   *
   * @param two as {@link NetworkCondition#twoNameServers} says
   * @return their addresses
   */
  public List<String> nameServers(boolean two) {
    return two ? List.of(secondNameServerAddress, nameServerAddress) : List.of(nameServerAddress);
  }

  /** What the engine does to clients, each known by its address, and to upstreams. */
  public interface Containers {
    /**
     * Limits a client.
     *
     * @param client that runs
     * @param nanos billionths of a CPU; 0 for all
     * @return what it had before
     */
    long limit(String client, long nanos);

    /**
     * What the scheduler counted since the client started.
     *
     * @param client that runs
     * @return periods in which it wanted to run, and how many of them were throttled
     */
    List<Long> periods(String client);

    /**
     * Replaces the certificates of client and upstreams, and starts the upstreams again. Returns
     * when they present their new ones.
     *
     * @param kind {@code new}, with a new issuer, or of the same one {@code same} or {@code
     *     expired}
     */
    void certify(String kind);
  }

  /**
   * A container for a canary.
   *
   * @param part the container
   * @param address where its calls come from, as router and name server see it
   */
  public record Host(Part part, String address) {}
}
