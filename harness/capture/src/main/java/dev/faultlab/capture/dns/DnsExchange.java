package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Endpoint;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One question and what became of it. Retransmissions (same sockets, id and question) belong to the
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
   * What was asked.
   *
   * @param name in lower case, without the final dot
   * @param type record type number, see {@link RecordType#text}
   * @param recursionDesired whether it asks for recursion, as programs do of their name server (RFC
   *     1035, RD); a name server that looks for the answer itself does not
   */
  public record Question(
      int id, String name, int type, boolean recursionDesired, boolean overTcp) {}

  /**
   * Why it was asked.
   *
   * @param origin as far as the capture tells
   * @param earlierFrame the query that this one repeats or retries
   * @param maybeOrdinary whether a retry under another id may as well be a lookup of its own: the
   *     client asked the same in between, or asks at such intervals anyhow
   * @param earlierAnswered whether another server had answered when a retry under another id was
   *     sent: the client has asked several at once, and did not wait
   */
  public record Cause(
      Origin origin, OptionalLong earlierFrame, boolean maybeOrdinary, boolean earlierAnswered) {}

  /**
   * How it was sent again, and what tells where it was lost.
   *
   * @param siblingAnswered whether the client asked for another record type from the same port at
   *     the same time, and had the answer when it sent this one again
   * @param passedOn whether the capture holds a transmission a second time, to another server: the
   *     server's address is translated within the machine
   * @param firstPassedOn whether it holds the first transmission so
   */
  public record Repeats(
      List<Sent> sent, boolean siblingAnswered, boolean passedOn, boolean firstPassedOn) {
    public Repeats {
      sent = List.copyOf(sent);
    }
  }

  /**
   * What became of it.
   *
   * @param answer the first answer
   * @param answers how many answers came in all; fewer than transmissions means that some were
   *     lost, as many means that the server was slower than the client's patience
   * @param answeredElsewhere whether another server answered the client the same question since
   * @param askedAnew whether the same was sent once more after the answer, under the same id (glibc
   *     with a sibling, systemd-resolved after "no such name"): which of the two a later answer
   *     belongs to cannot be told
   */
  public record Outcome(
      Fate fate,
      Optional<Answer> answer,
      int answers,
      boolean answeredElsewhere,
      boolean askedAnew) {}

  /** Why a query was sent. */
  public enum Origin {
    /** A lookup of its own, or the first sign of one. */
    LOOKUP,
    /** The resolver asks again under another id, having given up the earlier query. */
    RETRY_WITH_NEW_ID,
    /** Repeated although it had been answered, because its sibling was not (glibc, A and AAAA). */
    REPEAT_WITH_SIBLING,
    /** Asked over TCP because the answer over UDP did not fit. */
    TCP_AFTER_TRUNCATION
  }

  /** What became of a query. */
  public enum Fate {
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
   * @param complete false where the snap length cut off records
   */
  public record Answer(
      long frame,
      long timeNanos,
      int rcode,
      boolean truncated,
      OptionalLong ttlSeconds,
      List<Address> addresses,
      boolean complete) {
    public Answer {
      addresses = List.copyOf(addresses);
    }
  }

  public long frame() {
    return first.frame();
  }

  /** Of the first transmission, nanoseconds since 1970. */
  public long timeNanos() {
    return first.timeNanos();
  }

  public String name() {
    return question.name();
  }

  public int type() {
    return question.type();
  }

  public Origin origin() {
    return cause.origin();
  }

  public List<Sent> retransmissions() {
    return repeats.sent();
  }

  public Fate fate() {
    return outcome.fate();
  }

  /** The first answer. */
  public Optional<Answer> answer() {
    return outcome.answer();
  }

  /** About what it takes in memory. */
  public long bytes() {
    int addresses = answer().map(each -> each.addresses().size()).orElse(0);
    return BASE_BYTES + 48L * (retransmissions().size() + addresses);
  }

  public int transmissions() {
    return 1 + retransmissions().size();
  }

  /** Nanoseconds from the first transmission to the first answer. */
  public OptionalLong durationNanos() {
    return answer().isPresent()
        ? OptionalLong.of(answer().get().timeNanos() - timeNanos())
        : OptionalLong.empty();
  }
}
