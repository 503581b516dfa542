package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange;

/** Receives queries as they happen, once for each client and name. */
public interface DnsEvents {
  /** Does nothing. */
  DnsEvents NONE = new DnsEvents() {};

  /**
   * A query was sent that is not a retransmission.
   *
   * @param outstanding this client's queries for this name and type under way, this one included
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
   * @param outstanding how many remain
   */
  default void closed(
      Address client, String name, int type, long frame, long timeNanos, int outstanding) {}
}
