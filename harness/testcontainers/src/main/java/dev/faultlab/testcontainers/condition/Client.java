package dev.faultlab.testcontainers.condition;

import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * A program under a condition, and how it is made to call its upstream: the service, or a canary.
 * One request must cause at least one call.
 */
public interface Client {

  /**
   * Where its calls and lookups come from.
   *
   * @return an IPv4 address, as router and name server see it
   */
  String address();

  /**
   * Sends requests and returns when each has been answered or given up. The patience should be
   * longer than the client's own: at least {@link #PATIENCE_SECONDS}. A trial may stop waiting
   * earlier, and ends what is still open by undoing the condition.
   *
   * @param requests in all
   * @param atOnce how many are under way at the same time; {@code requests} is a multiple of it
   * @return what became of them
   */
  Answers ask(int requests, int atOnce);

  /**
   * Sends requests whose calls carry at least 8 kB towards the upstream, all at the same time, and
   * returns when each has been answered or given up.
   *
   * @param requests in all
   * @return what became of them
   */
  default Answers upload(int requests) {
    throw new UnsupportedOperationException(
        "expected a client with a large request, found none: give Client.of a third argument");
  }

  /**
   * A service that this JVM sends requests to.
   *
   * @param address of the service, as router and name server see it
   * @param request one request; true if it was answered as expected. An exception counts as a
   *     failure of the service, and a time-out of the JVM's HTTP client or socket as unanswered
   * @return the client
   */
  static Client of(String address, Callable<Boolean> request) {
    return new CallingClient(address, request, Optional.empty());
  }

  /**
   * A service that also takes large requests.
   *
   * @param address of the service, as router and name server see it
   * @param request one request, as above
   * @param large one request that makes the service send at least 8 kB to its upstream
   * @return the client
   */
  static Client of(String address, Callable<Boolean> request, Callable<Boolean> large) {
    return new CallingClient(address, request, Optional.of(large));
  }

  /**
   * The Linux resolver waits 5 s for each of two servers, in two rounds (resolv.conf(5): timeout,
   * attempts), so a request can be answered after that long.
   */
  int PATIENCE_SECONDS = 25;
}
