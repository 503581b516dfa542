package dev.faultlab.capture.dns;

import dev.faultlab.capture.Endpoint;
import dev.faultlab.capture.packet.Packet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The state of client sockets, per name: if A and AAAA share a socket, a problem of one explains
 * the repetition of the other.
 */
final class Sockets {
  /**
   * Two equal messages this close are one, captured on two interfaces: resolvers repeat only after
   * a time-out of hundreds of milliseconds.
   */
  private static final long COPY_NANOS = 10_000_000L;

  /** How many are compared with a new query: thousands would make a flood of them quadratic. */
  private static final int MAX_COMPARED = 64;

  private final Map<LookupKey<Endpoint>, State> states = new HashMap<>();

  private static LookupKey<Endpoint> socketKey(OpenQuery.Key key) {
    return new LookupKey<>(key.ends().source(), key.name(), 0);
  }

  /** One socket and name. */
  static final class State {
    /** Unanswered, in the order in which they were last sent. */
    private final Set<OpenQuery> open = new LinkedHashSet<>(2);

    /** The last {@link #MAX_COMPARED} of them. */
    private final Deque<OpenQuery> recent = new ArrayDeque<>(2);

    private long troubleNanos = Long.MIN_VALUE;
    private int troubleType;
    private int answeredType = -1;
    private long answeredSentNanos;
    private int heldQueries;

    void opened(OpenQuery query) {
      heldQueries++;
      sent(query);
    }

    private void sent(OpenQuery query) {
      open.remove(query);
      open.add(query);
      if (recent.size() == MAX_COMPARED) {
        recent.remove();
      }
      recent.add(query);
    }

    void closed(OpenQuery query) {
      recent.removeIf(each -> each == query);
      open.remove(query);
    }

    /** The answer to a query that was sent once. */
    void answered(OpenQuery query) {
      if (!query.isSentAgain()) {
        answeredType = query.type();
        answeredSentNanos = query.timeNanos;
      }
    }

    /**
     * The query on its way to the server's own address, if the capturing machine translates it
     * (DNAT): the same IP packet again. A client that asks several servers at once sends a packet
     * to each.
     */
    void passedOn(OpenQuery.Key key, Packet packet) {
      for (OpenQuery each : recent) {
        if (each.key.idAndType() == key.idAndType()
            && !each.key.hasServerOf(key)
            && each.lastIpId > 0
            && each.lastIpId == packet.ipId
            && packet.timeNanos - each.lastSentNanos < COPY_NANOS) {
          each.markPassedOn();
        }
      }
    }

    void repeated(OpenQuery query, long now) {
      query.siblingAnswered |=
          answeredType >= 0
              && answeredType != query.type()
              && Math.abs(answeredSentNanos - query.timeNanos) < COPY_NANOS;
      sent(query);
      troubleNanos = now;
      troubleType = query.type();
    }

    /**
     * The same socket's query for the other record type was just repeated, or is overdue. For the
     * same type it proves nothing: a resolver with one socket for everything (Netty) reuses an id
     * by chance, one pair in 65,536.
     */
    boolean siblingInTrouble(int type, long now) {
      boolean overdue =
          open.stream()
              .limit(MAX_COMPARED)
              .anyMatch(
                  each ->
                      each.type() != type
                          && now - each.lastSentNanos >= QueryTable.RETRY_AFTER_NANOS);
      boolean repeatedLately =
          troubleNanos != Long.MIN_VALUE
              && troubleType != type
              && now - troubleNanos < QueryTable.GIVE_UP_NANOS;
      return overdue || repeatedLately;
    }
  }

  /** Whether the socket asks the same of another server; the query then remembers who answered. */
  boolean answeredElsewhere(OpenQuery.Key key) {
    State state = states.get(socketKey(key));
    if (state == null || key.overTcp()) {
      return false;
    }
    for (OpenQuery each : state.recent) {
      if (each.key.idAndType() == key.idAndType()) {
        each.answeredFrom = Optional.of(key.ends().destination().address());
        return true;
      }
    }
    return false;
  }

  State of(OpenQuery.Key key) {
    return states.computeIfAbsent(socketKey(key), name -> new State());
  }

  /** The query is forgotten, and with its last query the socket. */
  void release(OpenQuery query) {
    if (--query.socket.heldQueries == 0) {
      states.remove(socketKey(query.key));
    }
  }

  /** Whether {@code packet} repeats a message that was seen with that id at that time. */
  static boolean isCopy(int ipId, long nanos, Packet packet) {
    long elapsedNanos = packet.timeNanos - nanos;
    boolean sameIpId = ipId > 0 && ipId == packet.ipId;
    boolean otherIpId = ipId > 0 && packet.ipId > 0 && ipId != packet.ipId;
    return sameIpId && elapsedNanos < 1_000_000_000L || !otherIpId && elapsedNanos < COPY_NANOS;
  }
}
