package dev.faultlab.capture.tcp;

import dev.faultlab.capture.Address;

/**
 * Receives events of connections as they happen, for detectors that compare it with DNS. {@code
 * port} is the server's.
 */
public interface TcpEvents {
  /** Does nothing. */
  TcpEvents NONE = new TcpEvents() {};

  /**
   * The first SYN of a connection.
   *
   * @param ttl its time to live, or hop limit
   */
  default void connecting(Address client, Address server, int port, int ttl, long timeNanos) {}

  /**
   * The client sent data while no answer was pending on the connection.
   *
   * @param first whether the connection was opened in the capture, and this is the first time
   */
  default void requestBegins(Address client, Address server, int port, boolean first) {}

  /** The server sent data, or the connection ended. */
  default void requestEnds(Address client, Address server, int port) {}
}
