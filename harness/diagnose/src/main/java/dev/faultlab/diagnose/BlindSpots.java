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
  private final List<String> all = new ArrayList<>();

  private BlindSpots() {}

  static List<String> of(CaptureFacts facts, boolean judged) {
    BlindSpots spots = new BlindSpots();
    spots.ofTcp(facts, judged);
    spots.ofDns(facts.dns(), facts.coverage());
    spots.ofFrames(facts.coverage());
    MemoryBudget budget = facts.budget();
    for (MemoryBudget.Part part : MemoryBudget.Part.values()) {
      long heap = budget.heapMebibytes();
      spots.say(budget.cuts(part), "memory", part.text(), heap, budget.moreHeap());
    }
    return spots.all;
  }

  private void ofTcp(CaptureFacts facts, boolean judged) {
    End end = facts.end();
    if (!(end instanceof End.Complete)) {
      all.add("everything after " + end.frames() + " frames: the capture is " + end.sentence());
    }
    if (!judged) {
      all.add("everything: " + Diagnosis.nothingToJudge(facts.coverage()));
    }
    TcpCounts tcp = facts.tcp();
    if (tcp.connections == 0) {
      all.add("TCP: no segment is in the capture");
    }
    say(tcp.withGaps, "gaps", tcp.unseenBytes);
    say(tcp.withoutHandshake, "no-handshake");
    say(tcp.oneDirection, "one-direction");
    say(tcp.optionsCutOff, "options");
    say(facts.refusals().count, "refusals", facts.refusals().first);
  }

  private void ofDns(DnsCounts dns, Coverage coverage) {
    if (dns.queries() + dns.answers() == 0) {
      all.add("DNS: no message on port 53 is in the capture");
    }
    long fragmented = dns.missingFragments().messages();
    say(dns.unreadable().cutOff(), "dns-cut-off");
    say(dns.unreadable().malformed(), "not-dns");
    say(dns.unmatchedAnswers(), "unmatched");
    say(fragmented, "dns-fragments", dns.missingFragments().firstFrame());
    say(coverage.gaps().incompleteDatagrams() - fragmented, "fragments");
  }

  private void ofFrames(Coverage coverage) {
    say(coverage.gaps().reportedDrops(), "drops");
    say(coverage.gaps().pauses(), "pauses");
    say(coverage.count(Kind.CUT_OFF), "cut-off");
    say(coverage.count(Kind.MALFORMED), "malformed");
    say(
        coverage.count(Kind.UNSUPPORTED_LINK),
        "link",
        ForeignLink.sentence(coverage.unsupportedLinkType().orElse(-1)));
    new TreeMap<>(coverage.encrypted())
        .forEach((cipher, frames) -> say(frames, "encrypted", cipher));
    say(coverage.count(Kind.UNREAD_TUNNEL), "tunnel");
    int networks = coverage.networks().size();
    say(networks > 1 ? networks : 0, "networks");
  }

  private void say(long count, String about, Object... values) {
    if (count > 0) {
      all.add(FindingTexts.unseen(about, count, values));
    }
  }
}
