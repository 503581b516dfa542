package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.RecordType;
import dev.faultlab.capture.link.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * A DNS message (RFC 1035) as a view; one object serves all messages. Names are compared without
 * regard to case (RFC 4343) and read with a limit on compression pointers.
 */
final class DnsMessage {
  /** How far a message could be read. */
  enum State {
    /** Header and question are known. */
    READ,
    /** The snap length ends before the question does. */
    CUT_OFF,
    /** An answer without its question; in a zone transfer all but the first (RFC 5936). */
    WITHOUT_QUESTION,
    /** Not a DNS message, or a broken one. */
    MALFORMED
  }

  private static final int HEADER = 12;
  private static final int OPT = 41;

  private final NameReader names = new NameReader();
  private byte[] data = new byte[0];
  private int start;
  private int end;
  private boolean cutOff;
  private int afterQuestion;

  int id;
  boolean response;
  int opcode;
  boolean truncated;
  boolean recursionDesired;

  /** A query that announces EDNS, with the OPT record first (RFC 6891 6.1.1). */
  boolean edns;

  int rcode;
  int answerCount;
  int type;

  /** Reads header and question of {@code captured} bytes of a message of {@code length} bytes. */
  State parse(byte[] data, int start, int captured, int length) {
    this.data = data;
    this.start = start;
    this.end = start + captured;
    this.cutOff = captured < length;
    if (length < HEADER) {
      return State.MALFORMED;
    }
    if (captured < HEADER) {
      return State.CUT_OFF;
    }
    id = Bytes.u16(data, start);
    int flags = Bytes.u16(data, start + 2);
    response = (flags & 0x8000) != 0;
    opcode = flags >> 11 & 15;
    truncated = (flags & 0x0200) != 0;
    recursionDesired = (flags & 0x0100) != 0;
    rcode = flags & 15;
    int questions = Bytes.u16(data, start + 4);
    answerCount = Bytes.u16(data, start + 6);
    // RFC 9619: a query has exactly one question; servers do not answer others.
    if (questions != 1) {
      return response && questions == 0 ? State.WITHOUT_QUESTION : State.MALFORMED;
    }
    int after = names.read(data, start, end, start + HEADER);
    if (after == NameReader.MALFORMED) {
      return State.MALFORMED;
    }
    if (after == NameReader.TRUNCATED || after + 4 > end) {
      return cutOff ? State.CUT_OFF : State.MALFORMED;
    }
    type = Bytes.u16(data, after);
    afterQuestion = after + 4;
    boolean onlyAdditional = answerCount == 0 && Bytes.u16(data, start + 8) == 0;
    edns =
        onlyAdditional
            && Bytes.u16(data, start + 10) > 0
            && afterQuestion + 3 <= end
            && data[afterQuestion] == 0
            && Bytes.u16(data, afterQuestion + 1) == OPT;
    return State.READ;
  }

  /** The question's name in lower case, as the bytes that are {@link NameTable}'s key. */
  NameReader name() {
    return names;
  }

  /** The contents of the answer section; incomplete if the snap length cut it. */
  Answers answers() {
    List<Address> addresses = new ArrayList<>(2);
    OptionalLong ttl = OptionalLong.empty();
    int at = afterQuestion;
    for (int i = 0; i < answerCount; i++) {
      at = NameReader.skip(data, end, at);
      if (at < 0 || at + 10 > end) {
        return new Answers(addresses, ttl, false);
      }
      int recordType = Bytes.u16(data, at);
      long recordTtl = Bytes.u32(data, at + 4);
      ttl = OptionalLong.of(Math.min(recordTtl, ttl.orElse(recordTtl)));
      int size = Bytes.u16(data, at + 8);
      at += 10;
      if (at + size > end) {
        return new Answers(addresses, ttl, false);
      }
      if (recordType == RecordType.A && size == 4) {
        addresses.add(Address.v4(Bytes.i32(data, at)));
      } else if (recordType == RecordType.AAAA && size == 16) {
        addresses.add(new Address(Bytes.i64(data, at), Bytes.i64(data, at + 8)));
      }
      at += size;
    }
    return new Answers(addresses, ttl, true);
  }

  /**
   * @param minTtl smallest time to live of the records read, seconds; empty without records
   * @param complete false if the capture does not have all records
   */
  record Answers(List<Address> addresses, OptionalLong minTtl, boolean complete) {}
}
