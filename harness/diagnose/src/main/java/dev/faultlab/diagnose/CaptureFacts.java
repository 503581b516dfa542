package dev.faultlab.diagnose;

import dev.faultlab.capture.Address;
import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.DnsCounts;
import dev.faultlab.capture.End;
import dev.faultlab.capture.Route;
import dev.faultlab.capture.SearchExpansion;
import dev.faultlab.capture.ledger.ConnectionLedger;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.util.List;
import java.util.Optional;

/**
 * Facts about a capture that was read completely.
 *
 * @param names the lookups of each name by each client, and how the answers were used
 * @param expansions names that were tried with a search list
 * @param refusals of ICMP
 * @param ledger what became of every connection, to contrast a finding with what works
 * @param budget records what did not fit into memory
 */
record CaptureFacts(
    Coverage coverage,
    End end,
    DnsCounts dns,
    TcpCounts tcp,
    List<NameWatch> names,
    List<SearchExpansion> expansions,
    Refusals refusals,
    ConnectionLedger ledger,
    MemoryBudget budget) {

  /** Whether the capture has anything that a detector could judge. */
  boolean canBeJudged() {
    return dns.queries() + tcp.handshakes + refusals.count > 0;
  }

  /**
   * Why an answer of this server to this client may have come in that time although the capture
   * does not have it; empty without a reason to think so.
   */
  Optional<String> answersMayBeMissing(
      Address client, Address server, long fromNanos, long toNanos) {
    if (budget.drops(Part.NAMES) + budget.drops(Part.QUERIES) + budget.drops(Part.STREAMS) > 0) {
      return Optional.of("the capture has more DNS than fits into memory");
    }
    if (coverage.gaps().reportedDrops() > 0) {
      return Optional.of("the capture has gaps");
    }
    if (tcp.hasGapOf(client, fromNanos, toNanos)) {
      return Optional.of("the capture lacks bytes of TCP connections of that client at that time");
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
    long stray = dns.strayAnswers().getOrDefault(new Route(client, server), 0L);
    if (stray > 0) {
      return Optional.of("it holds " + stray + " answers without their query, so it was filtered");
    }
    if (dns.unreadable().answers() > 0) {
      return Optional.of(
          dns.unreadable().answers() + " messages of name servers in it could not be read");
    }
    return Optional.empty();
  }
}
