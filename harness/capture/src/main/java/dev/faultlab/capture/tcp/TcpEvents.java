package dev.faultlab.capture.tcp;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;

/** Receives events of connections as they happen, for detectors that compare them with DNS. */
public interface TcpEvents {
  /** Does nothing. */
  TcpEvents NONE = new TcpEvents() {};

  /**
   * The first SYN of a connection.
   *
   * @param ttl its time to live, or hop limit
   */
  default void connecting(Address client, Endpoint server, int ttl, long timeNanos) {}

  /**
   * The client sent data while no answer was pending on the connection.
   *
   * @param first whether the connection was opened in the capture, and this is the first time
   */
  default void requestBegins(Address client, Endpoint server, boolean first) {}

  /** The server sent data, or the connection ended. */
  default void requestEnds(Address client, Endpoint server) {}
}
