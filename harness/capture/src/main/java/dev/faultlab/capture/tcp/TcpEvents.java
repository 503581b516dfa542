package dev.faultlab.capture.tcp;

import dev.faultlab.capture.Address;

/**
 * Told what happens on connections while it happens, for detectors that compare it with DNS. {@code
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
   * The client sent data on a connection on which nothing was waiting for an answer.
   *
   * @param first whether the connection was opened in the capture, and this is the first time
   */
  default void requestBegins(Address client, Address server, int port, boolean first) {}

  /** The server sent data, or the connection ended. */
  default void requestEnds(Address client, Address server, int port) {}
}
