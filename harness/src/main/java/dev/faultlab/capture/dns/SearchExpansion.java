package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;
import java.util.List;

/**
 * A name that one client tried with the suffixes of its search list (resolv.conf(5) search, ndots).
 *
 * @param base what the program asked for
 * @param steps the names on the wire, in the order of their first query
 */
public record SearchExpansion(Address client, String base, List<Step> steps) {

  public SearchExpansion {
    steps = List.copyOf(steps);
  }

  /**
   * @param suffix what was appended; empty for the name itself
   * @param queries queries of all types to servers that answer this client; what a dead server was
   *     asked is not what the search list cost
   * @param nameErrors how many were answered "no such name"
   */
  public record Step(String name, String suffix, long firstFrame, long queries, long nameErrors) {}

  public long queries() {
    return steps.stream().mapToLong(Step::queries).sum();
  }

  /** Queries that only the search list caused: answered "no such name". */
  public long wasted() {
    return steps.stream().mapToLong(Step::nameErrors).sum();
  }
}
