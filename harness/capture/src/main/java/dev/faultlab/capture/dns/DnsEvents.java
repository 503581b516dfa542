package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;

/** Told of queries while they happen, once for each client and name. */
public interface DnsEvents {
  /** Does nothing. */
  DnsEvents NONE = new DnsEvents() {};

  /**
   * A query that is no retransmission was sent.
   *
   * @param outstanding queries of this client for this name and type under way, this one included
   */
  default void opened(
      Address client,
      String name,
      int type,
      DnsExchange.Origin origin,
      long frame,
      long timeNanos,
      int outstanding) {}

  /** The first answer to a query; {@link #closed} follows. */
  default void answered(Address client, String name, int type, DnsExchange.Answer answer) {}

  /**
   * A query is over: answered, retried or given up.
   *
   * @param outstanding how many are left
   */
  default void closed(
      Address client, String name, int type, long frame, long timeNanos, int outstanding) {}
}
