package dev.faultlab.testcontainers.condition;

import dev.faultlab.seen.SentRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

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
   * Sends a round of requests, and returns when all of them have ended, or after the wait. What is
   * open then stays open: no request is ever cancelled.
   *
   * @param requests in all; 0 only waits for those that are open
   * @param atOnce how many are under way at the same time; {@code requests} is a multiple of it
   * @param wait after which it returns
   * @return all requests since {@link #forget}, in the order in which they were sent
   */
  List<SentRequest> ask(int requests, int atOnce, Duration wait);

  /** Leaves the requests so far out of what {@link #ask} returns. */
  void forget();

  /**
   * Begins requests whose calls carry at least 8 kB towards the upstream, all at the same time.
   *
   * @param requests in all
   */
  default void upload(int requests) {
    throw new UnsupportedOperationException(
        "expected a client with a large request, found one without");
  }

  /** {@return whether it calls only when it is asked} */
  default boolean asked() {
    return true;
  }

  /**
   * Called once, before requests are sent.
   *
   * @param replies how many segments of data the router has forwarded from each upstream to it
   */
  default void counts(Supplier<List<Long>> replies) {}

  /**
   * A service that calls its upstream by itself, as pollers and consumers do.
   *
   * @param address of the service, as router and name server see it
   * @param interval time between two of its calls
   * @return the client
   */
  static Client calling(String address, Duration interval) {
    return new PollingClient(address, interval);
  }
}
