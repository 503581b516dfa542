package dev.faultlab.capture;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One question and its outcome. Retransmissions (same sockets, id and question) belong to the
 * exchange they repeat.
 *
 * @param first its first transmission
 */
public record DnsExchange(
    Sent first,
    Endpoint client,
    Endpoint server,
    Question question,
    Cause cause,
    Repeats repeats,
    Outcome outcome) {

  private static final int BASE_BYTES = 400;

  /**
   * The question.
   *
   * @param name in lower case, without the final dot
   * @param type record type number, see {@link RecordType#text}
   * @param recursionDesired whether it asks for recursion, as programs do (RFC 1035, RD); a
   *     resolving name server does not
   * @param edns whether it announces EDNS (RFC 6891)
   */
  public record Question(
      int id, String name, int type, boolean recursionDesired, boolean overTcp, Edns edns) {}

  /** Which transmissions of a query announce EDNS. */
  public enum Edns {
    /** The first one does not. */
    NONE,
    /** All, as far as captured. */
    ALL,
    /** The first, but not the last one. */
    DROPPED
  }

  /**
   * Why it was sent.
   *
   * @param origin as far as the capture shows
   * @param earlierFrame the query that this one repeats or retries
   * @param maybeOrdinary whether a retry under another id may be an independent lookup: the client
   *     asked the same in between, or asks at such intervals anyway
   * @param earlierAnswered whether another server had answered before a retry under another id was
   *     sent: the client has asked several at once, and did not wait
   */
  public record Cause(
      Origin origin, OptionalLong earlierFrame, boolean maybeOrdinary, boolean earlierAnswered) {}

  /**
   * How it was repeated, and the signs of where it was lost.
   *
   * @param siblingAnswered whether the client asked for another record type from the same port at
   *     the same time, and had that answer when it repeated this query
   * @param passedOn whether the capture has a transmission a second time, to another server: the
   *     machine translates the server's address
   * @param firstPassedOn whether that is so for the first transmission
   */
  public record Repeats(
      List<Sent> sent, boolean siblingAnswered, boolean passedOn, boolean firstPassedOn) {}

  /**
   * The outcome of a query.
   *
   * @param answer the first answer
   * @param answers how many answers came; fewer than transmissions means that some were lost, as
   *     many means that the server was slower than the client's time-out
   * @param answeredElsewhere whether another server has since answered the client the same question
   * @param askedAgain whether the same was sent again after the answer, under the same id (glibc
   *     with a sibling, systemd-resolved after "no such name"); later answers may then belong to
   *     either
   * @param answeredFrom an address that the query was not sent to, and that answered it; clients
   *     ignore such answers
   */
  public record Outcome(
      QueryState state,
      Optional<Answer> answer,
      int answers,
      boolean answeredElsewhere,
      boolean askedAgain,
      Optional<Address> answeredFrom) {}

  /** Why a query was sent. */
  public enum Origin {
    /** An independent lookup, or the first query of one in the capture. */
    LOOKUP,
    /** The resolver asks again under another id, because it gave up the earlier query. */
    RETRY_WITH_NEW_ID,
    /** Repeated after its answer, because its sibling had none (glibc, A and AAAA). */
    REPEAT_WITH_SIBLING,
    /** Repeated over TCP because the answer over UDP did not fit. */
    TCP_AFTER_TRUNCATION
  }

  /** The outcome of a query. */
  public enum QueryState {
    /** At least once. */
    ANSWERED,
    /** Never answered; the resolver asked again under another id. */
    RETRIED,
    /** Never answered, and not asked again. */
    ABANDONED,
    /** Not yet answered when the capture ended. */
    PENDING
  }

  /** A transmission of a query; times are nanoseconds since 1970. */
  public record Sent(long frame, long timeNanos) {}

  /**
   * An answer.
   *
   * @param rcode 0 no error, 2 server failure, 3 no such name (RFC 1035, RFC 6895)
   * @param ttlSeconds the smallest time to live of its records
   * @param addresses from A and AAAA records, in the answer's order
   * @param complete false if the snap length cut off records
   */
  public record Answer(
      long frame,
      long timeNanos,
      int rcode,
      boolean truncated,
      OptionalLong ttlSeconds,
      List<Address> addresses,
      boolean complete) {}

  /** {@return frame of the first transmission} */
  public long frame() {
    return first.frame();
  }

  /** {@return time of the first transmission, nanoseconds since 1970} */
  public long timeNanos() {
    return first.timeNanos();
  }

  /** {@return name that is asked for, in lower case, without the final dot} */
  public String name() {
    return question.name();
  }

  /** {@return record type that is asked for, see {@link RecordType#text}} */
  public int type() {
    return question.type();
  }

  /** {@return why it was sent, as far as the capture shows} */
  public Origin origin() {
    return cause.origin();
  }

  /** {@return transmissions after the first} */
  public List<Sent> retransmissions() {
    return repeats.sent();
  }

  /** {@return what became of it} */
  public QueryState state() {
    return outcome.state();
  }

  /** {@return the first answer} */
  public Optional<Answer> answer() {
    return outcome.answer();
  }

  /** {@return its approximate memory use} */
  public long bytes() {
    int addresses = answer().map(each -> each.addresses().size()).orElse(0);
    return BASE_BYTES + 48L * (retransmissions().size() + addresses);
  }

  /** {@return how often it was sent} */
  public int transmissions() {
    return 1 + retransmissions().size();
  }

  /** {@return nanoseconds from the first transmission to the first answer} */
  public OptionalLong durationNanos() {
    return answer().isPresent()
        ? OptionalLong.of(answer().get().timeNanos() - timeNanos())
        : OptionalLong.empty();
  }
}
