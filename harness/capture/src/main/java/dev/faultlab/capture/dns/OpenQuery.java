package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsExchange.Origin;
import dev.faultlab.capture.DnsExchange.QueryState;
import dev.faultlab.capture.DnsExchange.Sent;
import dev.faultlab.capture.packet.Ends;
import dev.faultlab.capture.packet.Packet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A query that the tracker still holds: unanswered, or answered so recently that it may repeat. */
final class OpenQuery {

  /**
   * What pairs an answer with its query.
   *
   * @param ends from the client to the server
   */
  record Key(Ends ends, int idAndType, String name, boolean overTcp) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int order = Integer.compare(idAndType, other.idAndType);
      order = order != 0 ? order : ends.compareTo(other.ends);
      order = order != 0 ? order : name.compareTo(other.name);
      return order != 0 ? order : Boolean.compare(overTcp, other.overTcp);
    }

    boolean hasServerOf(Key other) {
      return other != null
          && other.ends.destinationLow() == ends.destinationLow()
          && other.ends.destinationHigh() == ends.destinationHigh();
    }
  }

  /** Memory of an open query with its key and its table entries. */
  static final int BASE_BYTES = 750;

  final Key key;

  /** The part of the memory budget that it uses. */
  long chargedBytes = BASE_BYTES;

  final long frame;
  final long timeNanos;
  final DnsExchange.Cause cause;
  final NameLedger.TypeState[] counters;
  final Sockets.State socket;
  private List<Sent> repeats = List.of();
  long lastSentNanos;
  int lastIpId;
  boolean replaced;
  boolean recursionDesired;
  DnsExchange.Edns edns = DnsExchange.Edns.NONE;

  /**
   * How many earlier queries of this client, name and type there were, and how long ago the last
   * was.
   */
  long earlierQueries;

  long sinceLastNanos = Long.MAX_VALUE;

  /** Sent again after its answer: later answers may belong to either. */
  boolean askedAgain;

  /** Another record type was requested from the same port, and answered. */
  boolean siblingAnswered;

  /**
   * Whether the last and the first transmission were captured again on their way to another server.
   */
  boolean passedOn;

  boolean firstPassedOn;

  Optional<DnsExchange.Answer> answer = Optional.empty();
  Optional<Address> answeredFrom = Optional.empty();
  int answers;
  int lastAnswerIpId;
  long lastAnswerNanos;

  OpenQuery(
      Key key,
      Packet packet,
      DnsExchange.Cause cause,
      NameLedger.TypeState[] counters,
      Sockets.State socket) {
    this.key = key;
    this.frame = packet.frame;
    this.timeNanos = packet.timeNanos;
    this.lastSentNanos = timeNanos;
    this.lastIpId = packet.ipId;
    this.cause = cause;
    this.counters = counters;
    this.socket = socket;
  }

  Origin origin() {
    return cause.origin();
  }

  /**
   * @param hasMemory false without memory for more of them
   */
  void sentAgain(long frameNumber, long time, int ipId, boolean hasMemory) {
    if (repeats.isEmpty()) {
      repeats = new ArrayList<>(2);
    }
    if (hasMemory) {
      repeats.add(new Sent(frameNumber, time));
    }
    lastSentNanos = time;
    lastIpId = ipId;
  }

  /** The last transmission was captured again. */
  void markPassedOn() {
    passedOn = true;
    firstPassedOn |= repeats.isEmpty();
  }

  boolean isSentAgain() {
    return !repeats.isEmpty();
  }

  int type() {
    return key.idAndType & 0xffff;
  }

  DnsExchange toExchange(QueryState state) {
    return new DnsExchange(
        new Sent(frame, timeNanos),
        key.ends.source(),
        key.ends.destination(),
        new DnsExchange.Question(
            key.idAndType >>> 16, key.name, type(), recursionDesired, key.overTcp, edns),
        cause,
        new DnsExchange.Repeats(List.copyOf(repeats), siblingAnswered, passedOn, firstPassedOn),
        new DnsExchange.Outcome(
            state, answer, answers, counters[1].answeredElsewhere(this), askedAgain, answeredFrom));
  }
}
