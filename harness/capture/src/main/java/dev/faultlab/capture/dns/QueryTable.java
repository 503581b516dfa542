package dev.faultlab.capture.dns;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsExchange.Cause;
import dev.faultlab.capture.DnsExchange.Edns;
import dev.faultlab.capture.DnsExchange.Origin;
import dev.faultlab.capture.DnsExchange.QueryState;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import dev.faultlab.capture.packet.Packet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The queries under way, and those answered recently. Pairs answers with queries, and distinguishes
 * a retransmission, a retry under a new id, a repetition together with the sibling record type, and
 * a frame that the capture has twice.
 */
final class QueryTable {
  /**
   * So long after its last transmission, an unanswered query still counts as outstanding. Resolvers
   * wait 5 s per attempt by default (resolv.conf(5), Go's dnsconfig_unix.go), glibc at last 10 s.
   */
  static final long GIVE_UP_NANOS = TimeUnit.SECONDS.toNanos(15);

  /**
   * The age from which a query counts as abandoned when the same name and type follows under
   * another id (Go's resolver retries so). The smallest time-out that resolv.conf can set is 1 s.
   */
  static final long RETRY_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(950);

  /** How many answered queries are remembered for repeats and late answers. */
  private static final int MAX_REMEMBERED = 8_192;

  /** How many are remembered when memory is short. */
  private static final int MIN_REMEMBERED = 256;

  /** Searching for overdue queries at every message would be too slow. */
  private static final long EXPIRY_STEP_NANOS = 50_000_000L;

  private static final int SENT_BYTES = 48;
  private static final int ADDRESS_BYTES = 48;

  private final MemoryBudget budget;
  private final Consumer<DnsExchange> consumer;
  private final LinkedHashSet<OpenQuery> unanswered = new LinkedHashSet<>();
  private final LinkedHashMap<OpenQuery.Key, OpenQuery> answered = new LinkedHashMap<>();
  private final Map<OpenQuery.Key, OpenQuery> openQueries = new HashMap<>();
  private final Sockets sockets = new Sockets();
  private long lastExpiry;

  QueryTable(Consumer<DnsExchange> consumer, MemoryBudget budget) {
    this.budget = budget;
    this.consumer = consumer;
  }

  /** True for a query that is under way already, or a copy of one. */
  boolean isRepeated(OpenQuery.Key key, Packet packet, boolean edns) {
    OpenQuery query = openQueries.get(key);
    OpenQuery known = query == null ? answered.get(key) : query;
    if (known != null && Sockets.isCopy(known.lastIpId, known.lastSentNanos, packet)) {
      return true;
    }
    if (query == null) {
      return false;
    }
    boolean hasMemory = reserve(SENT_BYTES);
    query.chargedBytes += hasMemory ? SENT_BYTES : 0;
    query.sentAgain(packet.frame, packet.timeNanos, packet.ipId, hasMemory);
    if (query.edns != Edns.NONE) {
      query.edns = edns ? Edns.ALL : Edns.DROPPED;
    }
    query.socket.repeated(query, packet.timeNanos);
    query.socket.passedOn(key, packet);
    for (NameLedger.TypeState each : query.counters) {
      each.ledger().retransmissions++;
    }
    unanswered.remove(query);
    unanswered.add(query);
    return true;
  }

  /** Whether one more can be followed; otherwise it is counted. */
  boolean hasRoom() {
    boolean fits = reserve(OpenQuery.BASE_BYTES);
    budget.release(Part.QUERIES, fits ? OpenQuery.BASE_BYTES : 0);
    return fits;
  }

  /** Reserves memory by dropping answered queries; false, and counted, without success. */
  private boolean reserve(long bytes) {
    while (!budget.tryReserve(Part.QUERIES, bytes)) {
      if (answered.size() <= MIN_REMEMBERED) {
        budget.countDropped(Part.QUERIES);
        return false;
      }
      forgetOldestAnswered();
    }
    return true;
  }

  /** Enters a query that is not {@link #isRepeated}. */
  void open(OpenQuery.Key key, Packet packet, DnsMessage message, NameLedger.TypeState[] counters) {
    Sockets.State socket = sockets.of(key);
    socket.passedOn(key, packet);
    OpenQuery earlier = answered.get(key);
    if (earlier != null) {
      earlier.askedAgain = true;
    }
    Cause cause = cause(key, earlier, socket, counters[1], packet);
    OpenQuery query = new OpenQuery(key, packet, cause, counters, socket);
    budget.charge(Part.QUERIES, query.chargedBytes);
    query.recursionDesired = message.recursionDesired;
    query.edns = message.edns ? Edns.ALL : Edns.NONE;
    openQueries.put(key, query);
    unanswered.add(query);
    socket.opened(query);
    for (NameLedger.TypeState each : counters) {
      if (cause.origin() == Origin.RETRY_WITH_NEW_ID) {
        each.ledger().retries++;
      } else if (cause.origin() == Origin.REPEAT_WITH_SIBLING) {
        each.ledger().retransmissions++;
      }
      each.opened(query);
    }
  }

  private Cause cause(
      OpenQuery.Key key,
      OpenQuery earlier,
      Sockets.State socket,
      NameLedger.TypeState state,
      Packet packet) {
    long now = packet.timeNanos;
    if (key.overTcp() && state.ledger().truncatedPending > 0) {
      state.ledger().truncatedPending--;
      return new Cause(Origin.TCP_AFTER_TRUNCATION, OptionalLong.empty(), false, false);
    }
    if (earlier != null && socket.siblingInTrouble(earlier.type(), now)) {
      return new Cause(Origin.REPEAT_WITH_SIBLING, OptionalLong.of(earlier.frame), false, false);
    }
    OpenQuery overdue = state.open.isEmpty() ? null : state.open.iterator().next();
    if (overdue == null || now - overdue.lastSentNanos < RETRY_AFTER_NANOS) {
      return new Cause(Origin.LOOKUP, OptionalLong.empty(), false, false);
    }
    overdue.replaced = true;
    for (NameLedger.TypeState each : overdue.counters) {
      each.closed(overdue, packet.frame, now);
    }
    return new Cause(
        Origin.RETRY_WITH_NEW_ID,
        OptionalLong.of(overdue.frame),
        maybeOrdinary(state, overdue, now),
        state.answeredElsewhere(overdue));
  }

  private static boolean maybeOrdinary(NameLedger.TypeState state, OpenQuery replaced, long now) {
    boolean othersBetween = state.queries > replaced.earlierQueries + 1;
    long wait = now - replaced.timeNanos;
    // Intervals count as equal within a fifth, because programs do not keep exact time.
    boolean regular = Math.abs(replaced.sinceLastNanos - wait) <= wait / 5;
    return othersBetween || regular;
  }

  /** The query of an answer. */
  enum Match {
    /** The first answer to its query. */
    FIRST,
    /** A further answer, a copy of the frame, or from an address that was not asked. */
    OTHER,
    /** The query is not in the capture, or was abandoned long ago. */
    NONE
  }

  /** Pairs an answer with its query. */
  Match answered(OpenQuery.Key key, Packet packet, DnsMessage message) {
    OpenQuery query = openQueries.remove(key);
    if (query == null) {
      OpenQuery earlier = answered.get(key);
      if (earlier == null) {
        return sockets.answeredElsewhere(key) ? Match.OTHER : Match.NONE;
      }
      if (!Sockets.isCopy(earlier.lastAnswerIpId, earlier.lastAnswerNanos, packet)) {
        earlier.answers++;
        earlier.lastAnswerIpId = packet.ipId;
        earlier.lastAnswerNanos = packet.timeNanos;
      }
      return Match.OTHER;
    }
    unanswered.remove(query);
    query.answers = 1;
    query.lastAnswerIpId = packet.ipId;
    query.lastAnswerNanos = packet.timeNanos;
    DnsMessage.Answers records = message.answers();
    long bytes = (long) ADDRESS_BYTES * records.addresses().size();
    boolean hasMemory = reserve(bytes);
    query.chargedBytes += hasMemory ? bytes : 0;
    query.answer =
        Optional.of(
            new DnsExchange.Answer(
                packet.frame,
                packet.timeNanos,
                message.rcode,
                message.truncated,
                records.minTtl(),
                hasMemory ? List.copyOf(records.addresses()) : List.of(),
                hasMemory && records.complete()));
    for (NameLedger.TypeState each : query.counters) {
      each.answered(query, query.answer.get());
      each.closed(query, packet.frame, packet.timeNanos);
      each.ledger().touch(packet.frame);
    }
    if (message.truncated) {
      query.counters[1].ledger().truncatedPending++;
    }
    query.socket.closed(query);
    query.socket.answered(query);
    OpenQuery forgotten = answered.put(key, query);
    if (forgotten != null) {
      emit(forgotten, QueryState.ANSWERED);
    }
    if (answered.size() > MAX_REMEMBERED) {
      forgetOldestAnswered();
    }
    return Match.FIRST;
  }

  private void forgetOldestAnswered() {
    Iterator<OpenQuery> oldest = answered.values().iterator();
    OpenQuery first = oldest.next();
    oldest.remove();
    emit(first, QueryState.ANSWERED);
  }

  /** Gives up queries that have waited too long by {@code now}. */
  void expire(long now, long frame) {
    if (now - lastExpiry < EXPIRY_STEP_NANOS && now >= lastExpiry) {
      return;
    }
    lastExpiry = now;
    Iterator<OpenQuery> oldest = unanswered.iterator();
    while (oldest.hasNext()) {
      OpenQuery query = oldest.next();
      if (now - query.lastSentNanos < GIVE_UP_NANOS) {
        break;
      }
      oldest.remove();
      giveUp(query, frame, now);
    }
    while (!answered.isEmpty()
        && now - answered.values().iterator().next().lastAnswerNanos >= GIVE_UP_NANOS) {
      forgetOldestAnswered();
    }
  }

  private void giveUp(OpenQuery query, long frame, long now) {
    openQueries.remove(query.key, query);
    query.socket.closed(query);
    for (NameLedger.TypeState each : query.counters) {
      if (!query.replaced) {
        each.ledger().abandoned++;
        each.closed(query, frame, now);
      }
    }
    emit(query, query.replaced ? QueryState.RETRIED : QueryState.ABANDONED);
  }

  /** Settles everything that is left when the capture ends. */
  void finish() {
    answered.values().forEach(query -> emit(query, QueryState.ANSWERED));
    unanswered.forEach(each -> emit(each, each.replaced ? QueryState.RETRIED : QueryState.PENDING));
  }

  private void emit(OpenQuery query, QueryState state) {
    budget.release(Part.QUERIES, query.chargedBytes);
    sockets.release(query);
    consumer.accept(query.toExchange(state));
  }
}
