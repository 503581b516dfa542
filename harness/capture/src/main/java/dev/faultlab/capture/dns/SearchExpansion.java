package dev.faultlab.capture.dns;

import dev.faultlab.capture.Address;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A name that one client tried with the suffixes of its search list (resolv.conf(5) search, ndots).
 *
 * @param base name that the program asked for
 * @param steps the names on the wire, in the order of their first query
 */
public record SearchExpansion(Address client, String base, List<Step> steps) {

  public SearchExpansion {
    steps = List.copyOf(steps);
  }

  /**
   * @param suffix what was appended; empty for the name itself
   * @param queries queries of all types to servers that answer this client; queries to a dead
   *     server are not the search list's cost
   * @param nameErrors how many were answered "no such name"
   * @param found how many were answered without an error: the name exists
   */
  public record Step(
      String name, String suffix, long firstFrame, long queries, long nameErrors, long found) {}

  public long queries() {
    return steps.stream().mapToLong(Step::queries).sum();
  }

  /** Queries whose answers showed that the name exists. */
  public long found() {
    return steps.stream().mapToLong(Step::found).sum();
  }

  /**
   * Whether the suffixes can be one list: the name itself was tried as well, or each suffix ends in
   * the next shorter one. Unrelated names with a common beginning meet neither condition.
   */
  public boolean isOneList() {
    List<String> suffixes =
        steps.stream().map(Step::suffix).sorted(Comparator.comparingInt(String::length)).toList();
    return suffixes.get(0).isEmpty()
        || IntStream.range(1, suffixes.size())
            .allMatch(i -> ("." + suffixes.get(i)).endsWith("." + suffixes.get(i - 1)));
  }

  /** Queries that only the search list caused: answered "no such name". */
  public long wasted() {
    return steps.stream().mapToLong(Step::nameErrors).sum();
  }
}
