package dev.faultlab.testcontainers.condition;

/**
 * A program under a condition, and how it is made to call its upstream: the service, or a canary.
 * One request must cause at least one call.
 */
public interface Client {

  /** The IPv4 address that its calls and lookups come from, as router and name server see it. */
  String address();

  /**
   * Sends requests, all at the same time, and returns when each has been answered or given up. The
   * patience should be longer than the client's own: at least {@link #PATIENCE_SECONDS}.
   */
  Answers ask(int requests);

  /**
   * Sends requests whose calls carry at least 8 kB towards the upstream, all at the same time, and
   * returns when each has been answered or given up.
   */
  default Answers upload(int requests) {
    throw new UnsupportedOperationException("this client has no large request");
  }

  /**
   * The Linux resolver waits 5 s for each of two servers, in two rounds (resolv.conf(5): timeout,
   * attempts), so a request can be answered after that long.
   */
  int PATIENCE_SECONDS = 25;
}
