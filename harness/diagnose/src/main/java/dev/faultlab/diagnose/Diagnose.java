package dev.faultlab.diagnose;

import dev.faultlab.capture.CapturePart;
import dev.faultlab.capture.Extent;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.dns.DnsTracker;
import dev.faultlab.capture.ledger.ConnectionLedger;
import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import dev.faultlab.capture.tcp.TcpTracker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs every detector over a capture in one pass. For faultlab's own programs, which read streams
 * and parts of captures; {@link Diagnosis#of} is for others.
 */
@SuppressWarnings("exports") // readers and budgets are exported to our modules only
public final class Diagnose {
  private final List<Detector> detectors;
  private final MemoryBudget budget;
  private final NameTraffic names;
  private final TcpCounts tcpCounts = new TcpCounts();
  private final Refusals refusals = new Refusals();
  private final ConnectionLedger ledger;
  private final DnsTracker dns;

  private Diagnose(List<Detector> detectors, MemoryBudget budget) {
    this.detectors = detectors;
    this.budget = budget;
    names = new NameTraffic(budget);
    ledger = new ConnectionLedger(names::nameOf, budget);
    dns =
        new DnsTracker(
            false, exchange -> detectors.forEach(each -> each.exchange(exchange)), names, budget);
  }

  /**
   * Reads a capture to its end and diagnoses it.
   *
   * @param reader at the beginning of the capture
   * @return the conclusions
   * @throws IOException when the medium fails, never because of the contents
   */
  public static Diagnosis run(CaptureReader reader) throws IOException {
    return run(reader, new MemoryBudget());
  }

  /**
   * The same with this memory budget, which then records what was left out.
   *
   * @param reader at the beginning of the capture
   * @param budget for all tables
   * @return the conclusions
   * @throws IOException when the medium fails, never because of the contents
   */
  public static Diagnosis run(CaptureReader reader, MemoryBudget budget) throws IOException {
    return new Diagnose(Detectors.create(budget), budget).examine(reader);
  }

  /**
   * Compares window scales only, of connections that were read already.
   *
   * @param connections in the order in which they ended
   * @param scanned how far they were read
   * @param budget for the table of servers
   * @return the conclusions
   */
  public static Diagnosis windowScales(
      List<TcpConnection> connections, Extent scanned, MemoryBudget budget) {
    Diagnose diagnose = new Diagnose(List.of(new WindowScaleMismatchDetector(budget)), budget);
    connections.forEach(diagnose::connection);
    return diagnose.conclude(scanned, List.of());
  }

  /**
   * What to do in general about a finding, or about a case of one.
   *
   * @param about such as {@code dead-connection} or {@code dead-connection.busy}
   * @return sentences; {@code about} itself if it is something else
   */
  public static String remedy(String about) {
    return FindingTexts.ALL.getProperty(about + ".do", about);
  }

  /** {@return the ids of all possible findings, each with the lab that shows it} */
  public static Map<FindingId, Optional<LabFault>> known() {
    Map<FindingId, Optional<LabFault>> faults = new EnumMap<>(FindingId.class);
    Detectors.create(new MemoryBudget()).forEach(each -> faults.put(each.findingId, each.lab));
    return faults;
  }

  private Diagnosis examine(CaptureReader reader) throws IOException {
    try (Relay relay = new Relay(names, dns)) {
      TcpTracker tcp = new TcpTracker(each -> relay.connection(each, this), false, relay, budget);
      Extent scanned = CaptureScan.run(reader, List.of(tcp, relay, refusals), budget);
      return conclude(scanned, reader.parts());
    }
  }

  private Diagnosis conclude(Extent scanned, List<CapturePart> parts) {
    CaptureFacts facts =
        new CaptureFacts(
            scanned.coverage(),
            scanned.end(),
            dns.counts(),
            tcpCounts,
            names.watches(),
            dns.expansions(),
            refusals,
            ledger,
            budget);
    int networks = facts.coverage().networks().size();
    List<Finding> findings = new ArrayList<>();
    List<Diagnosis.Suspicion> undecided = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    for (Detector each : detectors) {
      Conclusions out = new Conclusions(each);
      each.conclude(facts, out);
      out.findings.stream()
          .map(found -> networks > 1 ? found.acrossNetworks(networks) : found)
          .map(found -> lacksData(each) ? found.forPartialCapture() : found)
          .forEach(findings::add);
      undecided.addAll(out.undecided);
      leftOut.addAll(out.leftOut());
    }
    findings.removeIf(each -> findings.stream().anyMatch(other -> other.explains(each)));
    boolean judged = facts.canBeJudged() || !findings.isEmpty();
    List<String> unseen = new ArrayList<>(BlindSpots.of(facts, judged));
    unseen.addAll(leftOut);
    return new Diagnosis(
        List.copyOf(findings),
        List.copyOf(undecided),
        List.copyOf(unseen),
        new Diagnosis.Totals(tcpCounts.connections, dns.lookups(), dns.nameCount()),
        ledger,
        parts,
        scanned,
        judged);
  }

  /** Whether something was left out that a detector needs. */
  private boolean lacksData(Detector detector) {
    boolean ofAll =
        budget.drops(Part.CONNECTIONS) + budget.drops(Part.FINDINGS) + budget.drops(Part.FRAGMENTS)
            > 0;
    return ofAll || budget.hasDropped() && !detector.needsNoDns();
  }

  void connection(TcpConnection connection) {
    tcpCounts.add(connection);
    ledger.add(connection);
    detectors.forEach(each -> each.connection(connection));
  }
}
