package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ExposureCounts;
import dev.faultlab.seen.Rounds;
import dev.faultlab.sidecar.Resource;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A state of the network that hurts services in production: connections that are forgotten when
 * idle, a name that moves, a dead name server. A condition acts on the router and on the name
 * server beside a service, never on the service, and never as a proxy: addresses, ports and bytes
 * stay what they are. What becomes of the client's requests decides; kernel counters in those parts
 * explain it.
 *
 * <p>{@link Trial} carries out a condition in this order; a program that does it by itself keeps
 * the order:
 *
 * <ol>
 *   <li>{@link Testbed#connect}: the parts run and work; the service need not run yet.
 *   <li>{@link #start}: nothing hurts yet.
 *   <li>{@link Running#watch} for each client, before it sends anything that should count.
 *   <li>Each client answers {@link Load#requests} requests. All must succeed.
 *   <li>{@link Running#control}, after which all must succeed again.
 *   <li>{@link Running#inject}: now it hurts. If it {@link #hitsAtStart}, idle connections are
 *       ended before as upstreams do, so that new ones need lookups; a client that did not bear
 *       that earlier keeps them.
 *   <li>{@link Running#lift}, with a round of requests before.
 *   <li>Each client gets {@link Load#uploads} large requests, which stay open, and then rounds of
 *       as many requests as before, until two rounds were answered and nothing is open.
 *   <li>{@link Running#exposure} for each client.
 *   <li>{@link Running#close}: undoes all of it.
 * </ol>
 *
 * <p>An implementation is one short class, immutable, with its settings as constructor arguments,
 * and a line in {@link Conditions}. It names a source and at least two canaries, one that is harmed
 * and one that is not.
 */
public interface NetworkCondition {

  /**
   * The requests that a trial sends to each client.
   *
   * @param requests of a round, before {@link Running#inject} and after it
   * @param atOnce how many of them are under way at the same time
   * @param uploads large requests that stay open while the others are sent; 0 for none
   */
  record Load(int requests, int atOnce, int uploads) {}

  /**
   * What a condition is, for a reader and for reports.
   *
   * @param id its name in a {@code faultlab.yaml}, such as {@code idle-dropped}
   * @param what it does, in one sentence
   * @param source where it is described as something that happens
   * @param hint what to try if a service is not exercised
   * @param canaries at most {@link Parts#CANARIES}, each with another course
   */
  record About(String id, String what, URI source, String hint, List<Canary> canaries) {
    static final Properties TEXTS = Resource.properties(About.class, "conditions.properties");

    /**
     * A list that does not change.
     *
     * @param id of the condition
     * @param what it does
     * @param source of it
     * @param hint for a service that is not exercised
     * @param canaries of the condition
     */
    public About {
      canaries = List.copyOf(canaries);
    }

    /** As conditions.properties has it, with the values of settings. */
    static About of(String id, Object... values) {
      UnaryOperator<String> text = key -> TEXTS.getProperty(id + "." + key).formatted(values);
      return new About(
          id,
          text.apply("what"),
          URI.create(text.apply("source")),
          text.apply("hint"),
          Stream.of(text.apply("canaries").split(";")).map(Canary::of).toList());
    }
  }

  /** {@return what it is} */
  About about();

  /** {@return what a trial asks for} */
  default Load load() {
    return new Load(8, 8, 0);
  }

  /**
   * Sysctls that the router's container must be created with, because a running container refuses
   * them.
   *
   * @return values by name; always has {@code net.ipv4.ip_forward}
   */
  default Map<String, String> routerSysctls() {
    // What the router sends itself is not in its windows.
    String liberal = "net.netfilter.nf_conntrack_tcp_be_liberal";
    return Map.of("net.ipv4.ip_forward", "1", liberal, "1");
  }

  /**
   * How many name servers the service must have.
   *
   * @return whether it has {@link Parts#secondNameServerAddress} as its first one, before {@link
   *     Parts#nameServerAddress}
   */
  default boolean twoNameServers() {
    return false;
  }

  /**
   * Whether counters decide, because the mechanism harms no request by itself. Then each client
   * gets one round.
   *
   * @return whether {@link ExposureCounts#counted} is present
   */
  default boolean counts() {
    return false;
  }

  /**
   * Whether the condition also hits a service that starts under it: it looks names up. Connections
   * that were open before end with the old process.
   *
   * @return whether starting the service again helps
   */
  default boolean hitsAtStart() {
    return false;
  }

  /**
   * For how long a trial pauses and waits, beside its requests.
   *
   * @return seconds, if the condition harms nothing
   */
  default long seconds() {
    return 0;
  }

  /**
   * Prepares the condition. Nothing hurts before {@link Running#inject}.
   *
   * @param bed connected
   * @return the condition, which the caller closes
   */
  Running start(Testbed bed);

  /** A condition that has been started. Not safe for use by several threads. */
  interface Running extends AutoCloseable {

    /**
     * Counts what these clients do from now on.
     *
     * @param clients IPv4 addresses
     */
    void watch(List<String> clients);

    /**
     * Makes it hurt. Returns when the parts themselves show that it does: the connections are
     * forgotten, the name server gives the new address and the old one's TTL is over.
     *
     * @throws IllegalStateException when the parts do not show it
     */
    void inject();

    /**
     * Does to the parts what the condition does besides its harm, such as a restart of the
     * upstream.
     *
     * @param again asks all clients, who must be well
     */
    default void control(Runnable again) {}

    /**
     * Ends what hurts, if the condition ends by itself.
     *
     * @param met asks all clients once
     */
    default void lift(Runnable met) {}

    /** {@return the counts of what clients send, from {@link #inject} on} */
    Traffic traffic();

    /**
     * How a client has met the condition since {@link #inject}.
     *
     * @param client that is watched
     * @param rounds of requests that it was asked so far
     * @return what the counters say
     */
    ExposureCounts exposure(String client, Rounds rounds);

    /**
     * Whether a client may still meet the condition for the first time, although it is well: then
     * it gets further requests.
     *
     * @param client that is watched
     * @return false unless time alone brings it closer
     */
    default boolean approaching(String client) {
      return false;
    }

    /** Takes back all that was done to the parts. Another call does nothing. */
    @Override
    void close();
  }
}
