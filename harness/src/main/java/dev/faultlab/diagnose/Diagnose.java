package dev.faultlab.diagnose;

import dev.faultlab.capture.CaptureReader;
import dev.faultlab.capture.CaptureScan;
import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.Packet.Kind;
import dev.faultlab.capture.dns.DnsExchange;
import dev.faultlab.capture.dns.DnsOptions;
import dev.faultlab.capture.dns.DnsTracker;
import dev.faultlab.capture.dns.NameFacts;
import dev.faultlab.capture.tcp.TcpConnection;
import dev.faultlab.capture.tcp.TcpTracker;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/** Runs every detector over a capture in one pass. */
public final class Diagnose {
  private final MismatchDetector mismatch = new MismatchDetector();
  private final NoScalingDetector noScaling = new NoScalingDetector();
  private final NameDetectors names = new NameDetectors();
  private final LostReplyDetector lostReplies = new LostReplyDetector();
  private final BlindSpots blindSpots = new BlindSpots();

  private final Predicate<TcpConnection> asked;

  private Diagnose(Predicate<TcpConnection> asked) {
    this.asked = asked;
  }

  /**
   * Reads the capture to its end and says what is in it.
   *
   * @throws IOException when the medium fails, never because of the contents
   */
  public static Diagnosis run(CaptureReader reader) throws IOException {
    return run(reader, connection -> true);
  }

  /**
   * The same, as if the capture had no other TCP connections than these.
   *
   * @throws IOException when the medium fails, never because of the contents
   */
  public static Diagnosis run(CaptureReader reader, Predicate<TcpConnection> asked)
      throws IOException {
    return new Diagnose(asked).examine(reader);
  }

  private Diagnosis examine(CaptureReader reader) throws IOException {
    TcpTracker tcp = new TcpTracker(this::connection, false, names);
    DnsTracker dns = new DnsTracker(DnsOptions.standard(), this::exchange, names);
    CaptureScan.Scanned scanned = CaptureScan.run(reader, List.of(tcp, dns));
    Conclusions out = new Conclusions();
    mismatch.conclude(out);
    noScaling.conclude(out);
    names.conclude(out);
    SearchListDetector.conclude(dns.expansions(), out);
    lostReplies.conclude(out, blindSpots.captureLost(scanned.coverage()));
    blindSpots.conclude(scanned.coverage(), dns.counts(), scanned.end(), out);
    long lookups = dns.byClient().stream().mapToLong(NameFacts::lookups).sum();
    return new Diagnosis(
        out.findings(),
        out.undecided(),
        out.unseen(),
        new Diagnosis.Totals(blindSpots.connections(), lookups, dns.names().size()),
        scanned.coverage(),
        scanned.end(),
        analysable(scanned.coverage()));
  }

  private void connection(TcpConnection connection) {
    if (!asked.test(connection)) {
      return;
    }
    blindSpots.connection(connection);
    mismatch.connection(connection);
    noScaling.connection(connection);
  }

  private void exchange(DnsExchange exchange) {
    lostReplies.exchange(exchange);
  }

  /** Something was decoded: silence about it means something. */
  private static boolean analysable(Coverage coverage) {
    long unread =
        coverage.count(Kind.UNSUPPORTED_LINK)
            + coverage.count(Kind.MALFORMED)
            + coverage.count(Kind.CUT_OFF);
    return coverage.frames() > unread;
  }
}
