package dev.faultlab.lookup.resolve;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** A way to turn a name into an address; safe to call from many threads at once. */
public interface NameResolver extends AutoCloseable {

  /**
   * Waits for the answer.
   *
   * @throws UnknownHostException when the name has no address or no server answers
   */
  InetAddress resolve(String name) throws UnknownHostException;

  @Override
  default void close() {}
}
