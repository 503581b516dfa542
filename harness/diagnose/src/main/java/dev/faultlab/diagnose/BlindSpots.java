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
    for (MemoryBudget.Part part : MemoryBudget.Part.values()) {
      spots.say(
          facts.budget().cuts(part),
          part.text()
              + ": they do not fit into Java's heap of "
              + facts.budget().heapMebibytes()
              + " MiB; "
              + facts.budget().moreHeap()
              + " gives it more");
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
    say(
        tcp.withGaps,
        "connections have gaps: "
            + tcp.unseenBytes
            + " bytes were sent and are not in the capture (dropped by it, or filtered)");
    say(tcp.withoutHandshake, "connections without their SYN-ACK: window scales unknown");
    say(tcp.oneDirection, "connections of which only one direction was captured");
    say(
        tcp.optionsCutOff,
        "connections of which a window scale is unknown: cut off by the snap length, or changed in a repeated SYN");
    say(
        facts.refusals().count,
        "TCP segments were refused by ICMP, which only unanswered-attempts judges (the first: "
            + facts.refusals().first
            + ")");
  }

  private void ofDns(DnsCounts dns, Coverage coverage) {
    if (dns.queries() + dns.answers() == 0) {
      all.add("DNS: no message on port 53 is in the capture");
    }
    say(
        dns.unreadable().cutOff(),
        "DNS messages that the snap length cut off before the name ended");
    say(dns.unreadable().malformed(), "messages on DNS ports that are not DNS");
    say(dns.unmatchedAnswers(), "DNS answers whose query is not in the capture");
    say(
        dns.missingFragments().messages(),
        "DNS messages of which an IP fragment is missing or overlaps another (the first from frame "
            + dns.missingFragments().firstFrame()
            + " on); a capture filter by port removes the later fragments");
    say(
        coverage.gaps().incompleteDatagrams() - dns.missingFragments().messages(),
        "other IP datagrams of which a fragment is missing or overlaps another: their contents"
            + " are not inspected");
  }

  private void ofFrames(Coverage coverage) {
    say(coverage.gaps().reportedDrops(), "packets were dropped by the capture, as the file says");
    say(
        coverage.gaps().pauses(),
        "pauses of more than a second between one file and the next: a file may be missing");
    say(coverage.count(Kind.CUT_OFF), "frames cut off within their headers");
    say(coverage.count(Kind.MALFORMED), "frames with contradictory headers");
    say(
        coverage.count(Kind.UNSUPPORTED_LINK),
        ForeignLink.sentence(coverage.unsupportedLinkType().orElse(-1)));
    new TreeMap<>(coverage.encrypted())
        .forEach((cipher, frames) -> say(frames, "frames are encrypted by " + cipher));
    say(
        coverage.count(Kind.UNREAD_TUNNEL),
        "packets of L2TP version 3, which diagnose does not decode; capture on the host of the"
            + " program instead");
    if (coverage.networks().size() > 1) {
      all.add(
          "which of "
              + coverage.networks().size()
              + " virtual networks (VXLAN, Geneve, NVGRE) an address belongs to: equal addresses"
              + " are treated as one machine");
    }
  }

  private void say(long count, String what) {
    if (count > 0) {
      all.add(count + " " + what);
    }
  }
}
