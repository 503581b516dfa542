package dev.faultlab.fact;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsExchange.Origin;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many lookups were certainly outstanding at once, and at which frame this was first so.
 *
 * <p>The maximum over the record types: the A and the AAAA query of one lookup must not count
 * twice. A query without an answer counts from its first to its last transmission, while a caller
 * was certainly waiting. If the resolver repeated it under another id, it counts until then. So
 * losses never make this number too large.
 *
 * @param max lookups
 * @param frame 0 if there was none
 */
record OutstandingLookups(long max, long frame) {

  /** Counts the lookups of one or several names; the exchanges include all retries. */
  static OutstandingLookups certain(List<DnsExchange> exchanges) {
    Map<Long, Long> retriedAt = new HashMap<>();
    for (DnsExchange each : exchanges) {
      if (each.origin() == Origin.RETRY_WITH_NEW_ID && each.cause().earlierFrame().isPresent()) {
        // The frame before the retry: when the retry begins, the first attempt is over.
        retriedAt.put(each.cause().earlierFrame().getAsLong(), each.frame() - 1);
      }
    }
    OutstandingLookups found = new OutstandingLookups(0, 0);
    for (int type : exchanges.stream().mapToInt(DnsExchange::type).distinct().toArray()) {
      long[] changes = new long[2 * exchanges.size()];
      int count = 0;
      for (DnsExchange each : exchanges) {
        if (each.type() == type) {
          long end = Math.min(end(each), retriedAt.getOrDefault(each.frame(), Long.MAX_VALUE));
          changes[count++] = 2 * each.frame();
          changes[count++] = 2 * end + 1;
        }
      }
      OutstandingLookups max = sweep(Arrays.copyOf(changes, count));
      found = max.max() > found.max() ? max : found;
    }
    return found;
  }

  /**
   * Goes through the changes.
   *
   * @param changes twice the frame, one more where something ends; so what begins comes first: a
   *     query without an answer ends in the frame in which it began
   */
  private static OutstandingLookups sweep(long[] changes) {
    Arrays.sort(changes);
    long now = 0;
    long max = 0;
    long frame = 0;
    for (long change : changes) {
      now += change % 2 == 0 ? 1 : -1;
      if (now > max) {
        max = now;
        frame = change / 2;
      }
    }
    return new OutstandingLookups(max, frame);
  }

  private static long end(DnsExchange exchange) {
    if (exchange.answer().isPresent()) {
      return exchange.answer().get().frame();
    }
    List<DnsExchange.Sent> repeats = exchange.retransmissions();
    return repeats.isEmpty() ? exchange.frame() : repeats.get(repeats.size() - 1).frame();
  }
}
