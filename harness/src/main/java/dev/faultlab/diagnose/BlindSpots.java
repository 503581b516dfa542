package dev.faultlab.diagnose;

import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.End;
import dev.faultlab.capture.Packet.Kind;
import dev.faultlab.capture.dns.DnsCounts;
import dev.faultlab.capture.tcp.TcpConnection;
import dev.faultlab.capture.tcp.TcpOption;

/** What the capture could not show. */
final class BlindSpots {
  private long connections;
  private long withoutHandshake;
  private long oneDirection;
  private long optionsCutOff;
  private long unseenBytes;
  private long withGaps;

  void connection(TcpConnection connection) {
    connections++;
    long data = connection.clientSide().dataSegments() + connection.serverSide().dataSegments();
    boolean attempt = connection.clientSide().offer().isPresent() && data == 0;
    // A connect that was refused or not answered hides nothing.
    if (!connection.handshakeSeen() && !attempt) {
      withoutHandshake++;
    }
    if (!connection.bothDirections() && !attempt) {
      oneDirection++;
    }
    long unseen = connection.clientSide().unseenBytes() + connection.serverSide().unseenBytes();
    if (connection.bothDirections() && unseen > 0) {
      unseenBytes += unseen;
      withGaps++;
    }
    boolean cut =
        cutOff(connection.clientSide().offer().map(offer -> offer.windowScale()))
            || cutOff(connection.serverSide().offer().map(offer -> offer.windowScale()));
    if (cut) {
      optionsCutOff++;
    }
  }

  private static boolean cutOff(java.util.Optional<TcpOption> option) {
    return option.filter(TcpOption::isCutOff).isPresent();
  }

  long connections() {
    return connections;
  }

  /** Whether packets are known to be missing from the capture. */
  boolean captureLost(Coverage coverage) {
    return coverage.reportedDrops() > 0 || withGaps > 0;
  }

  void conclude(Coverage coverage, DnsCounts dns, End end, Conclusions out) {
    if (!(end instanceof End.Complete)) {
      out.unseen("everything after " + end.frames() + " frames: the capture is " + end.sentence());
    }
    say(out, coverage.reportedDrops(), "packets were dropped by the capture, as the file says");
    if (withGaps > 0) {
      out.unseen(
          withGaps
              + " connections have gaps: "
              + unseenBytes
              + " bytes were sent and are not in the capture (dropped by it, or filtered)");
    }
    say(out, withoutHandshake, "connections without their handshake: window scales unknown");
    say(out, oneDirection, "connections of which only one direction was captured");
    say(out, optionsCutOff, "connections whose SYN options the snap length cut off");
    say(out, dns.cutOff(), "DNS messages that the snap length cut off before the name ended");
    say(out, dns.malformed(), "messages on DNS ports that are no DNS");
    say(out, dns.unmatchedAnswers(), "DNS answers whose query is not in the capture");
    say(out, coverage.count(Kind.LATER_FRAGMENT), "IP fragments, which are not put together");
    say(out, coverage.count(Kind.CUT_OFF), "frames cut off within their headers");
    say(out, coverage.count(Kind.MALFORMED), "frames with contradictory headers");
    if (coverage.count(Kind.UNSUPPORTED_LINK) > 0) {
      out.unseen(
          coverage.count(Kind.UNSUPPORTED_LINK)
              + " frames of link type "
              + coverage.unsupportedLinkType().orElse(-1)
              + ", which is not decoded");
    }
    if (dns.queries() + dns.answers() == 0) {
      out.unseen("DNS: no message on port 53 is in the capture");
    }
    if (connections == 0) {
      out.unseen("TCP: no segment is in the capture");
    }
  }

  private static void say(Conclusions out, long count, String what) {
    if (count > 0) {
      out.unseen(count + " " + what);
    }
  }
}
