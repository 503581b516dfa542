package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.NameFacts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** Running counts of one name, or of one name as asked by one client; see {@link NameFacts}. */
final class NameLedger {
  /** No program asks for more types of one name; each query searches them. */
  private static final int MAX_TYPES = 64;

  private final String name;
  private final Optional<Address> client;
  private final boolean keepTimeline;
  private final DnsEvents events;
  private DnsEvents.NameEvents nameEvents;
  private final List<TypeState> types = new ArrayList<>(2);
  private final List<NameFacts.Point> timeline = new ArrayList<>();
  private int maxOutstanding;
  private long maxFrame;
  private final long firstFrame;
  private long lastFrame;
  long retransmissions;
  long retries;
  long abandoned;
  int truncatedPending;

  /**
   * @param firstFrame of its first query
   */
  NameLedger(
      String name,
      long firstFrame,
      Optional<Address> client,
      boolean keepTimeline,
      DnsEvents events) {
    this.name = name;
    this.firstFrame = firstFrame;
    this.client = client;
    this.keepTimeline = keepTimeline;
    this.events = events;
  }

  /** Outstanding queries of one record type, in the order in which they were sent. */
  final class TypeState {
    final int type;
    final LinkedHashSet<OpenQuery> open = new LinkedHashSet<>();
    private OpenQuery.Key lastAnswered;
    private long lastAnsweredNanos = Long.MIN_VALUE;
    private long otherAnsweredNanos = Long.MIN_VALUE;
    private long lastOpenedNanos;
    long lookups;
    long queries;

    private TypeState(int type) {
      this.type = type;
    }

    NameLedger ledger() {
      return NameLedger.this;
    }

    void opened(OpenQuery query) {
      query.earlierQueries = queries;
      if (queries > 0) {
        query.sinceLastNanos = query.timeNanos - lastOpenedNanos;
      }
      lastOpenedNanos = query.timeNanos;
      queries++;
      if (query.origin() == DnsExchange.Origin.LOOKUP) {
        lookups++;
      }
      open.add(query);
      if (open.size() > maxOutstanding) {
        maxOutstanding = open.size();
        maxFrame = query.frame;
      }
      touch(query.frame);
      point(query.frame, query.timeNanos);
      if (isReported(query)) {
        nameEvents = nameEvents == null ? events.of(client.get(), name) : nameEvents;
        nameEvents.opened(type, query.origin(), query.frame, query.timeNanos, open.size());
      }
    }

    /**
     * A client that uses TCP from the start is a forwarder or a tester of name servers, and one
     * that does not ask for recursion is a name server (RFC 1035 4.1.1), often with many clients
     * behind one address. How often they ask proves nothing about a cache.
     */
    private boolean isReported(OpenQuery query) {
      boolean byChoice = query.key.overTcp() && query.origin() == DnsExchange.Origin.LOOKUP;
      return client.isPresent() && !byChoice && query.recursionDesired;
    }

    void answered(OpenQuery query, DnsExchange.Answer answer) {
      if (!query.key.hasServerOf(lastAnswered)) {
        otherAnsweredNanos = lastAnsweredNanos;
        lastAnswered = query.key;
      }
      lastAnsweredNanos = answer.timeNanos();
      if (nameEvents != null && query.recursionDesired) {
        nameEvents.answered(type, answer);
      }
    }

    /** Whether another server has answered the question since the query was sent. */
    boolean answeredElsewhere(OpenQuery query) {
      long nanos = query.key.hasServerOf(lastAnswered) ? otherAnsweredNanos : lastAnsweredNanos;
      return nanos >= query.timeNanos;
    }

    void closed(OpenQuery query, long frame, long timeNanos) {
      if (open.remove(query)) {
        point(frame, timeNanos);
        if (isReported(query)) {
          nameEvents.closed(type, timeNanos, open.size());
        }
      }
    }
  }

  TypeState of(int type) {
    TypeState state = find(type);
    if (state == null) {
      state = new TypeState(type);
      types.add(state);
    }
    return state;
  }

  boolean hasType(int type) {
    return find(type) != null;
  }

  private TypeState find(int type) {
    for (TypeState each : types) {
      if (each.type == type) {
        return each;
      }
    }
    return null;
  }

  boolean hasAllTypesThatFit() {
    return types.size() == MAX_TYPES;
  }

  /** The client of these lookups; only used for ledgers of one client. */
  Address client() {
    return client.orElseThrow();
  }

  void touch(long frame) {
    lastFrame = frame;
  }

  private void point(long frame, long timeNanos) {
    if (keepTimeline) {
      timeline.add(new NameFacts.Point(frame, timeNanos, outstanding()));
    }
  }

  private int outstanding() {
    return types.stream().mapToInt(each -> each.open.size()).max().orElse(0);
  }

  /** For the most frequent type. */
  long lookups() {
    return types.stream().mapToLong(each -> each.lookups).max().orElse(0);
  }

  NameFacts facts() {
    return new NameFacts(
        name,
        new NameFacts.Counts(lookups(), retransmissions, retries, abandoned),
        new NameFacts.Peak(maxOutstanding, maxFrame),
        firstFrame,
        lastFrame,
        List.copyOf(timeline));
  }
}
