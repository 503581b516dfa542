package dev.faultlab.diagnose;

import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.Coverage.Kind;
import dev.faultlab.capture.DnsCounts;
import dev.faultlab.capture.End;
import dev.faultlab.capture.packet.ForeignLink;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** What the capture could not show, so that silence is not taken for health. */
final class BlindSpots {
  private final List<String> texts = new ArrayList<>();

  private BlindSpots() {}

  static List<String> of(CaptureFacts facts, boolean judged) {
    BlindSpots spots = new BlindSpots();
    spots.ofTcp(facts, judged);
    spots.ofDns(facts.dns(), facts.coverage());
    spots.ofFrames(facts.coverage());
    MemoryBudget budget = facts.budget();
    for (MemoryBudget.Part part : MemoryBudget.Part.values()) {
      long heap = budget.heapMebibytes();
      spots.add(budget.drops(part), "memory", part.text(), heap, budget.moreHeap());
    }
    return spots.texts;
  }

  private void ofTcp(CaptureFacts facts, boolean judged) {
    End end = facts.end();
    if (!(end instanceof End.Complete)) {
      texts.add("everything after " + end.frames() + " frames: the capture is " + end.sentence());
    }
    if (!judged) {
      texts.add("everything: " + Diagnosis.nothingToJudge(facts.coverage()));
    }
    TcpCounts tcp = facts.tcp();
    if (tcp.connections == 0) {
      texts.add("TCP: no segment is in the capture");
    }
    add(tcp.withGaps, "gaps", tcp.unseenBytes);
    add(tcp.withoutHandshake, "no-handshake");
    add(tcp.oneDirection, "one-direction");
    add(tcp.optionsCutOff, "options");
    add(facts.refusals().count, "refusals", facts.refusals().first);
  }

  private void ofDns(DnsCounts dns, Coverage coverage) {
    if (dns.queries() + dns.answers() == 0) {
      texts.add("DNS: no message on port 53 is in the capture");
    }
    long fragmented = dns.missingFragments().messages();
    add(dns.unreadable().cutOff(), "dns-cut-off");
    add(dns.unreadable().malformed(), "not-dns");
    add(dns.unmatchedAnswers(), "unmatched");
    add(fragmented, "dns-fragments", dns.missingFragments().firstFrame());
    add(coverage.gaps().incompleteDatagrams() - fragmented, "fragments");
  }

  private void ofFrames(Coverage coverage) {
    add(coverage.gaps().reportedDrops(), "drops");
    add(coverage.gaps().pauses(), "pauses");
    add(coverage.count(Kind.CUT_OFF), "cut-off");
    add(coverage.count(Kind.MALFORMED), "malformed");
    add(
        coverage.count(Kind.UNSUPPORTED_LINK),
        "link",
        ForeignLink.sentence(coverage.unsupportedLinkType().orElse(-1)));
    new TreeMap<>(coverage.encrypted()).forEach((cipher, count) -> add(count, "encrypted", cipher));
    add(coverage.count(Kind.UNREAD_TUNNEL), "tunnel");
    int networks = coverage.networks().size();
    add(networks > 1 ? networks : 0, "networks");
  }

  private void add(long count, String about, Object... values) {
    if (count > 0) {
      texts.add(FindingTexts.unseen(about, count, values));
    }
  }
}
