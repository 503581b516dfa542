package dev.faultlab.diff;

import dev.faultlab.capture.dns.DnsExchange;
import dev.faultlab.capture.dns.DnsSummary;
import dev.faultlab.capture.dns.NameFacts;
import dev.faultlab.capture.tcp.Offer;
import dev.faultlab.capture.tcp.TcpConnection;
import dev.faultlab.capture.tcp.TcpSide;
import dev.faultlab.diff.RunDiff.FigureChange;
import dev.faultlab.effect.Median;
import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.fact.CaptureReading;
import dev.faultlab.files.InnerPath;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult.TrialResult;
import dev.faultlab.result.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What captures show at the level of connections and look-ups, over all trials of a point. They
 * illustrate: signatures and metrics decide.
 */
final class CaptureFigures {
  private static final double NANOS_PER_MILLI = 1e6;

  private CaptureFigures() {}

  static List<FigureChange> compare(
      List<Pairs.Pair> pairs, StoredRun.Finished first, StoredRun.Finished second)
      throws IOException {
    List<FigureChange> changes = new ArrayList<>();
    for (Pairs.Pair pair : pairs) {
      Figures before = read(first, pair.a());
      Figures after = read(second, pair.b());
      changes.addAll(before.changes(pair.name(), after, Map.of()));
    }
    return changes;
  }

  private static Figures read(StoredRun.Finished run, Point point) throws IOException {
    Figures figures = new Figures();
    for (TrialResult trial : run.result().trials()) {
      Path folder = InnerPath.of(run.folder(), trial.folder());
      if (trial.point().equals(point) && trial.failure().isEmpty() && Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.list(folder)) {
          for (Path file : files.sorted().toList()) {
            if (EvidenceFiles.isCapture(file) && EvidenceFiles.isRegular(file)) {
              String prefix = EvidenceFiles.written(file) + ": ";
              CaptureReading read = CaptureReading.read(file);
              dns(figures, prefix, read.dns());
              tcp(figures, prefix, read.connections());
            }
          }
        }
      }
    }
    return figures;
  }

  private static void dns(Figures figures, String prefix, DnsSummary dns) {
    List<NameFacts> names = List.copyOf(dns.names().values());
    if (names.isEmpty()) {
      return;
    }
    figures.number(prefix + "names looked up", names.size());
    figures.number(prefix + "look-ups", sum(names, NameFacts::lookups));
    figures.number(
        prefix + "most look-ups of one name in flight",
        names.stream().mapToInt(NameFacts::maxOutstanding).max().orElse(0));
    figures.number(prefix + "repeated queries", sum(names, n -> n.retransmissions() + n.retries()));
    figures.number(prefix + "queries never answered", sum(names, NameFacts::abandoned));
    duration(
        figures,
        prefix + "median time to the answer, ms",
        dns.exchanges().stream()
            .filter(e -> dns.names().containsKey(e.name()))
            .map(DnsExchange::durationNanos));
  }

  private static void tcp(Figures figures, String prefix, List<TcpConnection> connections) {
    if (connections.isEmpty()) {
      return;
    }
    figures.number(prefix + "connections", connections.size());
    for (TcpConnection c : connections) {
      offer(figures, prefix + "SYN ", c.clientSide().offer());
      offer(figures, prefix + "SYN-ACK ", c.serverSide().offer());
      c.serverSide()
          .windows()
          .ifPresent(w -> figures.text(prefix + "server's first raw window", "" + w.firstRaw()));
    }
    duration(
        figures,
        prefix + "median SYN to SYN-ACK, ms",
        connections.stream().map(TcpConnection::synToSynAckNanos));
    figures.number(prefix + "client's rounds", sides(connections, TcpSide::rounds));
    figures.number(prefix + "retransmissions", sides(connections, TcpSide::retransmissions));
    figures.number(
        prefix + "most bytes in flight from a client",
        connections.stream().mapToLong(c -> c.clientSide().maxInFlight()).max().orElse(0));
  }

  private static void offer(Figures figures, String prefix, Optional<Offer> offer) {
    offer.ifPresent(
        o -> {
          figures.text(prefix + "window scale", o.windowScale().toString());
          figures.text(prefix + "MSS", o.mss().toString());
          figures.text(prefix + "SACK", o.sackPermitted().toString());
          figures.text(prefix + "timestamps", o.timestamps().isKnown() ? "yes" : "no");
        });
  }

  private static double sum(
      List<NameFacts> names, java.util.function.ToLongFunction<NameFacts> field) {
    return names.stream().mapToLong(field).sum();
  }

  private static double sides(
      List<TcpConnection> connections, java.util.function.ToLongFunction<TcpSide> field) {
    return connections.stream().mapToLong(c -> field.applyAsLong(c.clientSide())).sum();
  }

  private static void duration(Figures figures, String name, Stream<OptionalLong> nanos) {
    List<Double> millis =
        nanos.flatMapToLong(OptionalLong::stream).mapToObj(n -> n / NANOS_PER_MILLI).toList();
    if (!millis.isEmpty()) {
      figures.number(name, Median.of(millis));
    }
  }
}
