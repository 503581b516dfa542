package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange;

/** Receives queries as they happen, once for each client and name. */
public interface DnsEvents {
  /** Does nothing. */
  DnsEvents NONE = (client, name) -> new NameEvents() {};

  /** Who receives the queries of this client for this name; asked before the first of them. */
  NameEvents of(Address client, String name);

  /** The queries of one client for one name. */
  interface NameEvents {
    /**
     * A query was sent that is not a retransmission.
     *
     * @param outstanding queries for this type under way, this one included
     */
    default void opened(
        int type, DnsExchange.Origin origin, long frame, long timeNanos, int outstanding) {}

    /** The first answer to a query; {@link #closed} follows. */
    default void answered(int type, DnsExchange.Answer answer) {}

    /**
     * A query has ended: answered, retried or abandoned.
     *
     * @param outstanding how many remain
     */
    default void closed(int type, long timeNanos, int outstanding) {}
  }
}
