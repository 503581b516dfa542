package dev.faultlab.capture;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A name that one client tried with the suffixes of its search list (resolv.conf(5) search, ndots).
 *
 * @param client who asked
 * @param base name that the program asked for
 * @param steps the names on the wire, in the order of their first query
 */
public record SearchExpansion(Address client, String base, List<Step> steps) {

  /**
   * One name on the wire.
   *
   * @param name in lower case, without the final dot
   * @param suffix what was appended; empty for the name itself
   * @param firstFrame its first query
   * @param queries queries of all types to servers that answer this client; queries to a dead
   *     server are not the search list's cost
   * @param nameErrors how many were answered "no such name"
   * @param found how many were answered without an error: the name exists
   */
  public record Step(
      String name, String suffix, long firstFrame, long queries, long nameErrors, long found) {}

  /** {@return queries of all steps} */
  public long queries() {
    return steps.stream().mapToLong(Step::queries).sum();
  }

  /** {@return queries whose answers showed that the name exists} */
  public long found() {
    return steps.stream().mapToLong(Step::found).sum();
  }

  /**
   * Whether the suffixes can be one list: the name itself was tried as well, or each suffix ends in
   * the next shorter one. Unrelated names with a common beginning meet neither condition.
   *
   * @return false if they cannot
   */
  public boolean isOneList() {
    List<String> suffixes =
        steps.stream().map(Step::suffix).sorted(Comparator.comparingInt(String::length)).toList();
    return suffixes.get(0).isEmpty()
        || IntStream.range(1, suffixes.size())
            .allMatch(i -> ("." + suffixes.get(i)).endsWith("." + suffixes.get(i - 1)));
  }

  /** {@return queries that only the search list caused: answered "no such name"} */
  public long wastedQueries() {
    return steps.stream().mapToLong(Step::nameErrors).sum();
  }
}
