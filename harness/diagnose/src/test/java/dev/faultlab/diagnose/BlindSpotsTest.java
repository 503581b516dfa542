package dev.faultlab.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.Coverage.Kind;
import dev.faultlab.capture.DnsCounts;
import dev.faultlab.capture.End;
import dev.faultlab.capture.ledger.ConnectionLedger;
import dev.faultlab.capture.packet.MemoryBudget;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each thing that a capture hides is said, and nothing else. */
class BlindSpotsTest {
  private static final TcpCounts NO_TCP = tcp(0, 0, 0, 0, 0, 0, 0);
  private static final DnsCounts NO_DNS = dns(0, 0);

  private static DnsCounts dns(long queries, long answers) {
    return new DnsCounts(
        queries,
        answers,
        0,
        Map.of(),
        new DnsCounts.Unreadable(0, 0, 0),
        new DnsCounts.Fragmented(0, 0));
  }

  private static Coverage coverage(
      long drops, long incomplete, Map<Kind, Long> kinds, Optional<Integer> link) {
    return new Coverage(
        9,
        kinds,
        Map.of(),
        Set.of(),
        new Coverage.Gaps(incomplete, drops, 0),
        link,
        OptionalLong.empty());
  }

  private static List<String> unseen(Coverage coverage, End end, DnsCounts dns, TcpCounts tcp) {
    CaptureFacts facts = facts(coverage, end, dns, tcp);
    return BlindSpots.of(facts, facts.canBeJudged());
  }

  private static CaptureFacts facts(Coverage coverage, End end, DnsCounts dns, TcpCounts tcp) {
    return new CaptureFacts(
        coverage,
        end,
        dns,
        tcp,
        List.of(),
        List.of(),
        new Refusals(),
        new ConnectionLedger((client, server) -> Optional.empty(), new MemoryBudget()),
        new MemoryBudget());
  }

  private static TcpCounts tcp(long... numbers) {
    TcpCounts counts = new TcpCounts();
    counts.connections = numbers[0];
    counts.handshakes = numbers[1];
    counts.withoutHandshake = numbers[2];
    counts.oneDirection = numbers[3];
    counts.optionsCutOff = numbers[4];
    counts.unseenBytes = numbers[5];
    counts.withGaps = numbers[6];
    return counts;
  }

  @Test
  void nothingIsHiddenByAWholeCaptureOfBoth() {
    Coverage all = coverage(0, 0, Map.of(Kind.FRAGMENT, 2L), Optional.empty());
    TcpCounts tcp = tcp(1, 1, 0, 0, 0, 0, 0);
    assertThat(unseen(all, new End.Complete(9, 900), dns(1, 1), tcp)).isEmpty();
  }

  @Test
  void everythingIsHiddenByAnEmptyOne() {
    Coverage none = coverage(0, 0, Map.of(), Optional.empty());
    assertThat(unseen(none, new End.Complete(0, 24), NO_DNS, NO_TCP))
        .containsExactly(
            "everything: nothing could be judged: no DNS query and no TCP handshake is in this"
                + " capture",
            "TCP: no segment is in the capture",
            "DNS: no message on port 53 is in the capture");
  }

  @Test
  void eachKindIsCounted() {
    Coverage coverage =
        coverage(
            11,
            18,
            Map.of(
                Kind.FRAGMENT, 20L,
                Kind.CUT_OFF, 12L,
                Kind.MALFORMED, 13L,
                Kind.UNSUPPORTED_LINK, 14L),
            Optional.of(147));
    DnsCounts dns =
        new DnsCounts(
            100,
            90,
            3,
            Map.of(),
            new DnsCounts.Unreadable(4, 5, 0),
            new DnsCounts.Fragmented(6, 77));
    TcpCounts tcp = tcp(50, 40, 7, 8, 9, 1234, 10);
    assertThat(unseen(coverage, new End.Truncated(30, 4000, "half a frame"), dns, tcp))
        .containsExactly(
            "everything after 30 frames: the capture is truncated in frame 31 at byte 4000: half a"
                + " frame",
            "10 connections have gaps: 1234 bytes were sent and are not in the capture (dropped by"
                + " it, or filtered)",
            "7 connections without their SYN-ACK: window scales unknown",
            "8 connections of which only one direction was captured",
            "9 connections of which a window scale is unknown: cut off by the snap length, or changed in a repeated SYN",
            "4 DNS messages that the snap length cut off before the name ended",
            "5 messages on DNS ports that are not DNS",
            "3 DNS answers whose query is not in the capture",
            "6 DNS messages of which an IP fragment is missing or overlaps another (the first from frame 77 on); a"
                + " capture filter by port removes the later fragments",
            "12 other IP datagrams of which a fragment is missing or overlaps another: their contents"
                + " are not inspected",
            "11 packets were dropped by the capture, as the file says",
            "12 frames cut off within their headers",
            "13 frames with contradictory headers",
            "14 frames of link type 147, which is not decoded; capture on the host of the program"
                + " instead");
  }

  @Test
  void aQueryOrAHandshakeCanBeJudgedAndAnAnswerAloneCannot() {
    Coverage none = coverage(0, 0, Map.of(), Optional.empty());
    End end = new End.Complete(1, 100);
    TcpCounts handshake = tcp(1, 1, 0, 0, 0, 0, 0);
    assertThat(facts(none, end, dns(1, 0), NO_TCP).canBeJudged()).isTrue();
    assertThat(facts(none, end, NO_DNS, handshake).canBeJudged()).isTrue();
    assertThat(facts(none, end, dns(1, 0), handshake).canBeJudged()).isTrue();
    assertThat(facts(none, end, dns(0, 1), NO_TCP).canBeJudged()).isFalse();
    assertThat(unseen(none, end, dns(0, 1), NO_TCP))
        .doesNotContain("DNS: no message on port 53 is in the capture");
  }

  @Test
  void namesWhatIsEncryptedAndVirtualNetworksThatMayShareAddresses() {
    Coverage coverage =
        new Coverage(
            9,
            Map.of(dev.faultlab.capture.Coverage.Kind.UNREAD_TUNNEL, 2L),
            Map.of(dev.faultlab.capture.Coverage.Cipher.WIREGUARD, 4L),
            Set.of(7, 9),
            new Coverage.Gaps(0, 0, 3),
            Optional.empty(),
            OptionalLong.empty());
    assertThat(unseen(coverage, new End.Complete(9, 900), dns(1, 1), NO_TCP))
        .contains("4 frames are encrypted by WireGuard")
        .anyMatch(
            each ->
                each.startsWith(
                    "2 packets of L2TP, EtherIP or NSH, which diagnose does not decode"))
        .anyMatch(each -> each.contains("which of 2 virtual networks"))
        .anyMatch(each -> each.startsWith("3 pauses of more than a second"));
  }
}
