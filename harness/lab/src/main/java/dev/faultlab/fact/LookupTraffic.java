package dev.faultlab.fact;

import java.util.List;

/**
 * The lookups of a host and of the names below it in a capture.
 *
 * @param lookups lookups on the wire, retransmissions and search-list expansions not counted
 * @param names distinct names asked for
 * @param maxOneName most lookups of one and the same name outstanding at once, at its frame
 * @param busiestName the name of {@code maxOneName}
 * @param doubtful how many of {@code maxOneName} may already have been abandoned
 * @param maxAllNames most lookups outstanding at once over all names, at its frame
 * @param retransmissions repeated transmissions of a query
 */
public record LookupTraffic(
    Fact<Long> lookups,
    int names,
    Fact<Long> maxOneName,
    String busiestName,
    long doubtful,
    Fact<Long> maxAllNames,
    long retransmissions) {
  public static final FactSpec LOOKUPS =
      new FactSpec("lookups-on-wire", "lookups", "lookups on the wire");
  public static final FactSpec MAX_ONE_NAME =
      new FactSpec("max-one-name-outstanding", "lookups", "most lookups of one name outstanding");
  public static final FactSpec MAX_ALL_NAMES =
      new FactSpec("max-all-names-outstanding", "lookups", "most lookups of all names outstanding");

  /** The facts that a decision cites. */
  public List<Fact<?>> facts() {
    return List.of(lookups, maxOneName, maxAllNames);
  }
}
