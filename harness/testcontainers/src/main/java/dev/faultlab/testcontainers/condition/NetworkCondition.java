package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.ClientSeen;
import java.net.URI;
import java.util.Map;

/**
 * A state of the network that hurts services in production: connections that are forgotten when
 * idle, a name that moves, a dead name server. A condition acts on the router and on the name
 * server beside a service, never on the service, and never as a proxy: addresses, ports and bytes
 * stay what they are. Kernel counters in those parts decide, not clocks and not the client's words.
 *
 * <p>{@link Trial} carries out a condition in this order; a program that does it by itself keeps
 * the order:
 *
 * <ol>
 *   <li>{@link Testbed#connect}: the parts run and work; the service need not run yet.
 *   <li>{@link #start}: nothing hurts yet.
 *   <li>{@link Running#watch} for each client, before it sends anything that should count.
 *   <li>Each client answers {@link Load#requests} requests. All must succeed.
 *   <li>{@link Running#inject}: now it hurts.
 *   <li>Each client gets {@link Load#uploads} large requests, which stay open, and then as many
 *       requests as before.
 *   <li>{@link Running#observe} for each client.
 *   <li>{@link Running#close}: undoes all of it.
 * </ol>
 *
 * <p>An implementation is one short class, immutable, with its settings as constructor arguments,
 * and a line in {@link Conditions}. It names a source, a canary that falls for the fault and one
 * that does not.
 */
public interface NetworkCondition {

  /**
   * The requests that a trial sends to each client.
   *
   * @param requests before {@link Running#inject}, and as many after it
   * @param atOnce how many of them are under way at the same time
   * @param uploads large requests that stay open while the second ones are sent; 0 for none
   * @param seconds after which the second ones that are still open count as unanswered
   */
  record Load(int requests, int atOnce, int uploads, int seconds) {}

  /**
   * What a condition is, for a reader and for reports.
   *
   * @param id its name in a {@code faultlab.yaml}, such as {@code idle-dropped}
   * @param what it does, in one sentence
   * @param source where it is described as something that happens
   * @param hint what to try if a service is not exercised
   * @param knownBad a client that is known to have the fault
   * @param knownGood a client that is known not to have it
   */
  record About(
      String id, String what, URI source, String hint, Canary knownBad, Canary knownGood) {}

  /** {@return what it is} */
  About about();

  /** {@return what a trial asks for} */
  default Load load() {
    return new Load(8, 8, 0, Client.PATIENCE_SECONDS);
  }

  /**
   * Sysctls that the router's container must be created with, because a running container refuses
   * them.
   *
   * @return values by name; always has {@code net.ipv4.ip_forward}
   */
  default Map<String, String> routerSysctls() {
    return Map.of("net.ipv4.ip_forward", "1");
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
   * Prepares the condition. Nothing hurts before {@link Running#inject}.
   *
   * @param bed connected
   * @return the condition, which the caller closes
   */
  Running start(Testbed bed);

  /** A condition that has been started. Not safe for use by several threads. */
  interface Running extends AutoCloseable {

    /**
     * Counts what this client does from now on.
     *
     * @param client an IPv4 address
     */
    void watch(String client);

    /**
     * Makes it hurt. Returns when the parts themselves show that it does: the connections are
     * forgotten, the name server gives the new address and the old one's TTL is over.
     *
     * @throws IllegalStateException when the parts do not show it
     */
    void inject();

    /**
     * How often the client met the condition so far. While it is 0, an absence proves nothing.
     *
     * @param client that is watched
     * @return a count of packets, queries or requests
     */
    long exposure(String client);

    /**
     * Whether the counters already prove that the fault is there, so that no answer need be
     * awaited.
     *
     * @param client that is watched
     * @param requests that it was sent
     * @return false if the answers decide as well
     */
    default boolean proven(String client, int requests) {
      return false;
    }

    /**
     * What became of a client since {@link #inject}.
     *
     * @param client that is watched
     * @param answers to the requests after {@link #inject}
     * @return what follows from the counters
     */
    ClientSeen observe(String client, Answers answers);

    /** Takes back all that was done to the parts. Another call does nothing. */
    @Override
    void close();
  }
}
