package dev.faultlab.diagnose;

import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.End;
import dev.faultlab.capture.dns.DnsCounts;
import dev.faultlab.capture.dns.SearchExpansion;
import java.util.List;

/**
 * What is known of a capture once it has been read.
 *
 * @param names the look-ups of each name by each client, and the use that was made of them
 * @param expansions names that were tried with a search list
 */
record CaptureFacts(
    Coverage coverage,
    End end,
    DnsCounts dns,
    TcpCounts tcp,
    List<NameWatch> names,
    List<SearchExpansion> expansions) {

  CaptureFacts {
    names = List.copyOf(names);
    expansions = List.copyOf(expansions);
  }

  /** Whether there is anything that a detector could find something in, or find healthy. */
  boolean canBeJudged() {
    return dns.queries() + tcp.handshakes() > 0;
  }

  /** Whether packets are known to be missing from the capture. */
  boolean hasGaps() {
    return coverage.reportedDrops() > 0 || tcp.withGaps() > 0;
  }
}
