package dev.faultlab.diagnose;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A fault that diagnose knows, in the order in which findings are printed. Each constant gives the
 * facts that a finding takes at least; below them, a suspicion is inconclusive. The page {@code
 * docs/reference/findings.md} has the look-alikes, the fixes and the sources.
 */
public enum FindingId {
  /**
   * A server divides its windows by another power of two than its SYN-ACK declared, so that clients
   * see them too small. Takes a handshake and a first segment after it that moves the right edge of
   * the window back. Certain if two segments do and the client had to stop for the window twice.
   */
  WINDOW_SCALE_MISMATCH,
  /**
   * Both sides can scale windows and a connection does not: no window above 64 KiB. Takes another
   * SYN-ACK of the same server that does scale. Never certain: a SYN cookie looks like a server
   * that has the options switched off.
   */
  NO_WINDOW_SCALING,
  /**
   * Lookups of a name queue although several requests wait. Takes 20 lookups, never two at once,
   * and requests that wait for the client at 80 % of them. Certain unless the client looks up
   * another name with the same address; likely also with two to four at once.
   */
  SERIALISED_LOOKUPS,
  /**
   * A cached name expires and every caller asks at once. Takes two bursts of five identical lookups
   * at the interval of the time to live, or three at a steady one. Certain if the client also
   * opened ten connections or more to the name's addresses between the bursts, and the bursts are
   * not of one size.
   */
  DNS_STAMPEDE,
  /**
   * A lookup for each request. Takes ten lookups and as many connections, ten lookups of which
   * began while there was an answer to use; or, where the capture has no connections, 20 lookups at
   * two per second. Certain only with connections.
   */
  LOOKUP_PER_REQUEST,
  /**
   * The search list of the resolver multiplies queries. Takes three lookups that succeeded, and as
   * many queries in vain as useful ones. Certain with two suffixes; likely with one suffix and ten
   * lookups.
   */
  SEARCH_LIST_MULTIPLICATION,
  /**
   * A query or its answer was lost and the client waited. Takes one query that was repeated, and an
   * answer to the repetition that came as soon as this server usually answers.
   */
  LOST_DNS_REPLY,
  /**
   * A name server that never answers is asked first. Takes three lookups that waited for it before
   * they asked another server.
   */
  DEAD_RESOLVER,
  /**
   * A connection died while it was idle and is used again. Takes 20 s of silence, data that is sent
   * four times or more without an acknowledgement, and a new connection that the same server
   * accepts within two minutes. No other connection survived such a silence, and no new one failed.
   */
  DEAD_CONNECTION,
  /**
   * A program connects to an address that a name had before. Takes three connections, two seconds
   * after the newer answer and the expiry of the older one. Always likely.
   */
  OUTDATED_ADDRESS,
  /**
   * A path drops large packets without an error. Takes a segment of 1000 bytes or more that was
   * sent four times or more without an acknowledgement while small ones arrive. Certain if two
   * connections have it and their data arrived in smaller segments.
   */
  MTU_BLACK_HOLE,
  /**
   * Connection attempts that nothing answers, or that a box refuses by ICMP. Takes three attempts
   * of a client at one address and port, each with two SYNs. Certain if the same address and port
   * was heard by that client while it waited, at three of them, or if a box says that it refuses
   * them.
   */
  UNANSWERED_ATTEMPTS,
  /**
   * Connection attempts that are answered only after the SYN was sent again. Takes three. Certain
   * if most attempts of the client at this server are answered at once, and its data is not lost as
   * often as its SYNs.
   */
  LATE_HANDSHAKES,
  /**
   * Something in between resets connections after a silence. Takes two resets from another distance
   * than the server, and a connection that works. Certain if none survived as long a silence.
   */
  IDLE_RESET,
  /**
   * An answer comes from another address than was asked, and the client does not take it. Takes two
   * queries, or a SYN-ACK that acknowledges the SYN. Certain if the client asked again or refused
   * it.
   */
  ANSWER_FROM_ELSEWHERE,
  /**
   * A name server gives no answer to queries with EDNS. Takes three of them, and three answers to
   * queries without it. Certain if the capture is complete.
   */
  EDNS_DROPPED,
  /**
   * Answers of a name server do not fit into a datagram, and it cannot be asked over TCP. Takes two
   * truncated answers and two attempts that failed.
   */
  TRUNCATED_UNFETCHABLE,
  /**
   * A name server fails for AAAA although the name has an A record. Takes three names or lookups.
   * Certain unless it says that it failed, which may be temporary.
   */
  AAAA_ERROR,
  /**
   * TLS handshakes whose ClientHello takes two segments die, and those with one work. Takes two of
   * each.
   */
  LARGE_HELLO,
  /**
   * A sender without TCP_NODELAY waits for delayed acknowledgements. Takes ten waits on one
   * connection. Certain from 20 on, if it never sent without waiting.
   */
  NAGLE_DELAYED_ACK;

  private final String id = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** {@return the name as in the output: lower case, with hyphens} */
  public String id() {
    return id;
  }

  /**
   * Parses a name.
   *
   * @param id as {@link #id} returns it
   * @return the finding; empty if there is none with this name
   */
  public static Optional<FindingId> of(String id) {
    return Arrays.stream(values()).filter(each -> each.id.equals(id)).findFirst();
  }

  /** {@return the same as {@link #id}} */
  @Override
  public String toString() {
    return id;
  }
}
