package dev.faultlab.diagnose;

import static dev.faultlab.diagnose.FindingId.LOOKUP_PER_REQUEST;
import static dev.faultlab.diagnose.FindingTexts.text;

import dev.faultlab.capture.DnsExchange.Answer;
import dev.faultlab.pattern.LookupsPerUse;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Are answers used while they are valid, or is the same asked again at once? */
final class ReuseWatch {
  /** A program asks many times during start-up; that alone proves nothing. */
  private static final long MIN_SPAN_NANOS = 1_000_000_000L;

  /** From the answer on the wire until the program has it in its cache, if any. */
  private static final long CACHE_FILL_NANOS = 20_000_000L;

  private static final int MIN_ANSWERED = 10;

  /**
   * Only young answers far from their expiry count: programs may keep answers for less than their
   * validity (the JVM 30 s, browsers 60 s), and a task that runs every minute may meet one that is
   * about to expire.
   */
  private static final long MAX_AGE_NANOS = 5_000_000_000L;

  private static final long MARGIN_NANOS = 1_000_000_000L;

  /** The initial time to live of common systems; each router subtracts one. */
  private static final Set<Integer> INITIAL_TTLS = Set.of(64, 128, 255);

  long lookups;
  private long withAnAnswer;
  private long beforeAnswer;
  private long atExpiry;
  private long withOldAnswer;
  private long cachedFromNanos = Long.MAX_VALUE;
  long withinTtl;
  long firstFrame;
  long lastFrame;
  private long firstNanos;
  private long lastNanos;
  private long validUntil = Long.MIN_VALUE;
  private long answeredNanos = Long.MIN_VALUE;
  private final Map<Integer, Long> validUntilByType = new HashMap<>(2);
  long ttlSeconds = -1;
  long connects;

  /**
   * Whether every connection came directly from its sender, and from one kind of sender: then no
   * router in between hides several machines behind one address.
   */
  boolean directFromOneSender = true;

  private int firstTtl;
  long requests;

  void opened(long frame, long nanos) {
    if (lookups == 0) {
      firstFrame = frame;
      firstNanos = nanos;
    }
    lookups++;
    lastFrame = frame;
    lastNanos = nanos;
    if (nanos < validUntil) {
      withinTtl++;
    }
    // If answers must not be kept, connections could be kept alive. If an answer has expired, the
    // program has to ask.
    boolean ends = nanos >= validUntil - Math.min(MARGIN_NANOS, (validUntil - answeredNanos) / 4);
    boolean young = nanos - answeredNanos < MAX_AGE_NANOS;
    if (nanos < cachedFromNanos) {
      beforeAnswer++;
    } else if (ttlSeconds == 0 || !ends && young) {
      withAnAnswer++;
    } else if (ends) {
      atExpiry++;
    } else {
      withOldAnswer++;
    }
  }

  /** The reason why the pattern is not established, in numbers: when the lookups began. */
  String whenTheyBegan() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put("fresh", withAnAnswer);
    counts.put(beforeAnswer > 1 ? "together" : "before", beforeAnswer);
    counts.put("expiry", atExpiry);
    counts.put("old", withOldAnswer);
    counts.values().removeIf(count -> count == 0);
    return counts.entrySet().stream()
        .map(each -> text(LOOKUP_PER_REQUEST, each.getKey(), each.getValue(), ttlSeconds))
        .collect(Collectors.joining("; "));
  }

  /** No query of the first lookup is unanswered, so a client with a cache can fill it now. */
  void settled(long nanos) {
    if (ttlSeconds >= 0 && cachedFromNanos == Long.MAX_VALUE) {
      cachedFromNanos = nanos + CACHE_FILL_NANOS;
    }
  }

  /** An answer without an address, such as an alias alone, gives nothing to connect to. */
  void answered(int type, Answer answer) {
    if (answer.rcode() == 0 && answer.ttlSeconds().isPresent() && !answer.addresses().isEmpty()) {
      ttlSeconds = answer.ttlSeconds().getAsLong();
      answeredNanos = answer.timeNanos();
      validUntilByType.put(type, answeredNanos + ttlSeconds * 1_000_000_000L);
      validUntil = Collections.min(validUntilByType.values());
    }
  }

  void connecting(int ttl) {
    directFromOneSender &= INITIAL_TTLS.contains(ttl) && (connects == 0 || ttl == firstTtl);
    firstTtl = connects == 0 ? ttl : firstTtl;
    connects++;
  }

  /** As many lookups as connections, whether or not the connections carried data. */
  boolean oneLookupPerConnection() {
    return LookupsPerUse.of(LookupsPerUse.Minimum.CAPTURE, lookups, connects)
        == LookupsPerUse.Answer.EACH;
  }

  /**
   * Whether enough lookups came while there was a usable answer. Earlier ones prove nothing: with
   * an empty cache, all programs that start at once look up.
   */
  boolean hadUsableAnswers() {
    return withAnAnswer >= MIN_ANSWERED;
  }

  /** One lookup for each connection and one connection for each request. */
  boolean onePerConnection() {
    return oneLookupPerConnection() && requests * 3 <= connects * 4;
  }

  /** Repeated although the answer was still valid, many times a second, and not in one burst. */
  boolean ignoresTtl() {
    return lookups >= 20
        && withinTtl * 10 >= lookups * 8
        && perSecond() >= 2
        && lastNanos - firstNanos >= MIN_SPAN_NANOS;
  }

  boolean asksBeforeExpiry() {
    return withinTtl * 10 >= lookups * 8;
  }

  double perSecond() {
    long span = lastNanos - firstNanos;
    return span <= 0 ? 0 : (lookups - 1) * 1e9 / span;
  }
}
