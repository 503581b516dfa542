package dev.faultlab.lookup.resolve;

import java.net.UnknownHostException;

/** One kind of exception for callers, whatever the resolver throws. */
final class Failures {
  private Failures() {}

  static UnknownHostException unknownHost(String name, Throwable cause) {
    UnknownHostException unknown = new UnknownHostException(name + ": " + cause);
    unknown.initCause(cause);
    return unknown;
  }
}
