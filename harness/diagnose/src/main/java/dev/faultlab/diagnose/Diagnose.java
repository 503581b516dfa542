package dev.faultlab.diagnose;

import dev.faultlab.capture.CaptureReader;
import dev.faultlab.capture.CaptureScan;
import dev.faultlab.capture.MemoryBudget;
import dev.faultlab.capture.MemoryBudget.Part;
import dev.faultlab.capture.dns.DnsExchange;
import dev.faultlab.capture.dns.DnsOptions;
import dev.faultlab.capture.dns.DnsTracker;
import dev.faultlab.capture.tcp.TcpConnection;
import dev.faultlab.capture.tcp.TcpTracker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Runs every detector over a capture in one pass. */
public final class Diagnose {
  private final List<Detector> detectors;
  private final MemoryBudget budget;
  private final NameTraffic names;
  private final TcpCounts tcpCounts = new TcpCounts();
  private final TcpTracker tcp;
  private final DnsTracker dns;
  private final Predicate<TcpConnection> asked;

  private Diagnose(List<Detector> detectors, Predicate<TcpConnection> asked, MemoryBudget budget) {
    this.detectors = detectors;
    this.asked = asked;
    this.budget = budget;
    names = new NameTraffic(budget);
    tcp = new TcpTracker(this::connection, false, names, budget);
    dns = new DnsTracker(DnsOptions.standard(), this::exchange, names, budget);
  }

  /**
   * Reads a capture to its end and diagnoses it.
   *
   * @throws IOException when the medium fails, never because of the contents
   */
  public static Diagnosis run(CaptureReader reader) throws IOException {
    return run(reader, connection -> true);
  }

  /**
   * The same, using only these TCP connections.
   *
   * @throws IOException when the medium fails, never because of the contents
   */
  public static Diagnosis run(CaptureReader reader, Predicate<TcpConnection> asked)
      throws IOException {
    return run(reader, asked, new MemoryBudget());
  }

  /**
   * The same with this memory budget, which then records what was left out.
   *
   * @throws IOException when the medium fails, never because of the contents
   */
  public static Diagnosis run(
      CaptureReader reader, Predicate<TcpConnection> asked, MemoryBudget budget)
      throws IOException {
    return new Diagnose(Detectors.all(budget), asked, budget).examine(reader);
  }

  /**
   * Compares window scales only, of connections that were read already.
   *
   * @param connections in the order in which they ended
   */
  public static Diagnosis windowScales(
      List<TcpConnection> connections, CaptureScan.Scanned scanned, MemoryBudget budget) {
    Diagnose diagnose =
        new Diagnose(List.of(new WindowScaleMismatchDetector(budget)), each -> true, budget);
    connections.forEach(diagnose::connection);
    return diagnose.conclude(scanned, List.of());
  }

  /** The ids of all possible findings, each with the lab that shows it. */
  public static Map<FindingId, Optional<LabFault>> known() {
    Map<FindingId, Optional<LabFault>> all = new LinkedHashMap<>();
    Detectors.all(new MemoryBudget()).forEach(each -> all.put(each.finds(), each.lab()));
    return all;
  }

  /** With only these detectors, which must not have seen another capture. */
  static Diagnosis run(CaptureReader reader, List<Detector> detectors) throws IOException {
    return new Diagnose(detectors, connection -> true, new MemoryBudget()).examine(reader);
  }

  private Diagnosis examine(CaptureReader reader) throws IOException {
    return conclude(CaptureScan.run(reader, List.of(tcp, dns), budget), reader.parts());
  }

  private Diagnosis conclude(CaptureScan.Scanned scanned, List<CaptureReader.Part> parts) {
    CaptureFacts facts =
        new CaptureFacts(
            scanned.coverage(),
            scanned.end(),
            dns.counts(),
            tcpCounts,
            names.watches(),
            dns.expansions(),
            budget);
    int networks = facts.coverage().networks().size();
    List<Finding> findings = new ArrayList<>();
    List<Diagnosis.Undecided> undecided = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    for (Detector each : detectors) {
      Conclusions out = new Conclusions(each);
      each.conclude(facts, out);
      out.findings().stream()
          .map(found -> networks > 1 ? found.acrossNetworks(networks) : found)
          .map(found -> isOfAPart(each) ? found.ofAPart() : found)
          .forEach(findings::add);
      undecided.addAll(out.undecided());
      leftOut.addAll(out.leftOut());
    }
    List<String> unseen = new ArrayList<>(BlindSpots.of(facts));
    unseen.addAll(leftOut);
    return new Diagnosis(
        findings, undecided, unseen, totals(facts), parts, scanned, facts.canBeJudged());
  }

  /** Whether something was left out that a detector needs. */
  private boolean isOfAPart(Detector detector) {
    boolean ofAll =
        budget.cuts(Part.CONNECTIONS) + budget.cuts(Part.FINDINGS) + budget.cuts(Part.FRAGMENTS)
            > 0;
    return ofAll || budget.isCut() && !detector.needsNoDns();
  }

  private Diagnosis.Totals totals(CaptureFacts facts) {
    return new Diagnosis.Totals(facts.tcp().connections, dns.lookups(), dns.nameCount());
  }

  private void connection(TcpConnection connection) {
    if (!asked.test(connection)) {
      return;
    }
    tcpCounts.add(connection);
    for (Detector each : detectors) {
      each.connection(connection);
    }
  }

  private void exchange(DnsExchange exchange) {
    for (Detector each : detectors) {
      each.exchange(exchange);
    }
  }
}
