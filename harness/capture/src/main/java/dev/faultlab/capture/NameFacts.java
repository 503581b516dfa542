package dev.faultlab.capture;

import java.util.List;

/**
 * Facts about the lookups of one name.
 *
 * <p>A lookup asks each record type at most once at a time: with A and AAAA two queries are under
 * way and it is still one lookup. So <em>n</em> queries of one type outstanding mean at least
 * <em>n</em> lookups outstanding, and as long as all lookups ask the same types, the largest such
 * number over the types is the number of lookups. It can be too small if for some lookups only the
 * A answer and for others only the AAAA answer is missing. Adding the types up would be wrong for
 * every ordinary lookup instead.
 *
 * @param name in lower case, without the final dot
 * @param timeline each change of the number under way, if asked for
 */
public record NameFacts(
    String name, Counts counts, Peak peak, long firstFrame, long lastFrame, List<Point> timeline) {

  /**
   * The number of lookups.
   *
   * @param lookups lookups begun: first-time queries, of the type that has most of them
   * @param retransmissions transmissions of the same query after the first
   * @param retries queries under a new id in place of one that got no answer
   * @param abandoned queries never answered nor retried
   */
  public record Counts(long lookups, long retransmissions, long retries, long abandoned) {}

  /**
   * Most lookups under way at once.
   *
   * @param frame the query with which that was reached first
   */
  public record Peak(int outstanding, long frame) {}

  /** From this frame on, that many lookups were under way. */
  public record Point(long frame, long timeNanos, int outstanding) {}
}
