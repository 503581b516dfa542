package dev.faultlab.diagnose;

import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.DnsCounts;
import dev.faultlab.capture.End;
import dev.faultlab.capture.SearchExpansion;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.util.List;
import java.util.Optional;

/**
 * Facts about a capture that was read completely.
 *
 * @param names the lookups of each name by each client, and how the answers were used
 * @param expansions names that were tried with a search list
 * @param budget records what did not fit into memory
 */
record CaptureFacts(
    Coverage coverage,
    End end,
    DnsCounts dns,
    TcpCounts tcp,
    List<NameWatch> names,
    List<SearchExpansion> expansions,
    MemoryBudget budget) {

  CaptureFacts {
    names = List.copyOf(names);
    expansions = List.copyOf(expansions);
  }

  /** Whether the capture has anything that a detector could judge. */
  boolean canBeJudged() {
    return dns.queries() + tcp.handshakes > 0;
  }

  /**
   * Why an answer may have come although the capture does not have it; empty without a reason to
   * think so.
   */
  Optional<String> answersMayBeMissing() {
    if (budget.cuts(Part.NAMES) + budget.cuts(Part.QUERIES) + budget.cuts(Part.STREAMS) > 0) {
      return Optional.of("the capture has more DNS than fits into memory");
    }
    if (coverage.gaps().reportedDrops() > 0 || tcp.withGaps > 0) {
      return Optional.of("the capture has gaps");
    }
    if (coverage.gaps().pauses() > 0) {
      return Optional.of(
          "between the files of the capture there are pauses, where a file may be missing");
    }
    if (dns.missingFragments().messages() > 0) {
      return Optional.of(
          "of some messages an IP fragment is missing or overlaps another (the first from frame "
              + dns.missingFragments().firstFrame()
              + " on)");
    }
    if (dns.strayAnswers() > 0) {
      return Optional.of(
          "it holds " + dns.strayAnswers() + " answers without their query, so it was filtered");
    }
    if (dns.unreadable().answers() > 0) {
      return Optional.of(
          dns.unreadable().answers() + " messages of name servers in it could not be read");
    }
    return Optional.empty();
  }
}
