package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the capture tells about the lookups of one name.
 *
 * <p>A lookup asks each record type at most once at a time: with A and AAAA two queries are under
 * way and it is still one lookup. So <em>n</em> queries of one type outstanding mean at least
 * <em>n</em> lookups outstanding, and as long as all lookups ask the same types, the largest such
 * number over the types is the number of lookups. It can be too small by the lookups of which only
 * the A and others of which only the AAAA is still missing; adding the types up would be wrong for
 * every ordinary lookup instead. {@link #maxOutstandingQueries} has that sum.
 *
 * @param name in lower case, without the final dot
 * @param client whose lookups, or all clients' together
 * @param lookups lookups begun: first-time queries, of the type that has most of them
 * @param queriesByType queries without retransmissions
 * @param answered queries answered
 * @param rcodes answers by response code
 * @param retransmissions transmissions of the same query after the first
 * @param retries queries under a new id in place of one that got no answer
 * @param abandoned queries never answered nor retried
 * @param pendingAtEnd queries under way when the capture ended
 * @param maxOutstanding most lookups under way at once
 * @param maxFrame the query with which that was reached first
 * @param doubtfulInMax how many of them may in truth have been given up already: queries that were
 *     never answered, or answered after a retry had taken their place. 0 means that the maximum is
 *     certain
 * @param maxOutstandingQueries most queries of all types under way at once
 * @param timeline each change of the number under way, if asked for
 */
public record NameFacts(
    String name,
    Optional<Address> client,
    long lookups,
    Map<String, Long> queriesByType,
    long answered,
    Map<Integer, Long> rcodes,
    long retransmissions,
    long retries,
    long abandoned,
    long pendingAtEnd,
    int maxOutstanding,
    long maxFrame,
    int doubtfulInMax,
    int maxOutstandingQueries,
    long firstFrame,
    long lastFrame,
    List<Point> timeline) {

  public NameFacts {
    queriesByType = Map.copyOf(queriesByType);
    rcodes = Map.copyOf(rcodes);
    timeline = List.copyOf(timeline);
  }

  /** From this frame on, that many lookups were under way. */
  public record Point(long frame, long timeNanos, int outstanding) {}

  public boolean maxIsCertain() {
    return doubtfulInMax == 0;
  }
}
