package dev.faultlab.diff;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsSummary;
import dev.faultlab.capture.NameFacts;
import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSide;
import dev.faultlab.compare.Figures;
import dev.faultlab.effect.Median;
import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.fact.CaptureReading;
import dev.faultlab.files.InnerPath;
import dev.faultlab.point.Point;
import dev.faultlab.result.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What captures show about connections and lookups, over all trials of a point. They are
 * illustrations: signatures and metrics decide.
 */
final class CaptureFigures {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Where a fact has its signature. */
  private static final String ID = "capture/";

  private static final String NAME = "capture: ";

  private final Figures figures;
  private final int trial;
  private final String prefix;

  private CaptureFigures(Figures figures, int trial, String prefix) {
    this.figures = figures;
    this.trial = trial;
    this.prefix = prefix;
  }

  static Figures read(StoredRun.Finished run, Point point) throws IOException {
    Figures figures = new Figures();
    for (TrialRecord trial : run.result().trials()) {
      Path folder = InnerPath.of(run.folder(), trial.folder());
      if (trial.point().equals(point) && trial.failure().isEmpty() && Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.list(folder)) {
          for (Path file : files.sorted().toList()) {
            if (EvidenceFiles.isCapture(file) && EvidenceFiles.isRegular(file)) {
              CaptureFigures into =
                  new CaptureFigures(figures, trial.index(), EvidenceFiles.written(file) + ": ");
              CaptureReading read = CaptureReading.read(file);
              into.dns(read.dns());
              into.tcp(read.connections());
            }
          }
        }
      }
    }
    return figures;
  }

  private void add(String name, Object value) {
    figures.add(trial, ID + prefix + name, NAME + prefix + name, value);
  }

  private void dns(DnsSummary dns) {
    List<NameFacts> names = List.copyOf(dns.names().values());
    if (names.isEmpty()) {
      return;
    }
    add("names looked up", names.size());
    add("lookups", sum(names, each -> each.counts().lookups()));
    add(
        "most lookups of one name in flight",
        names.stream().mapToInt(each -> each.peak().outstanding()).max().orElse(0));
    add(
        "repeated queries",
        sum(names, each -> each.counts().retransmissions() + each.counts().retries()));
    add("queries never answered", sum(names, each -> each.counts().abandoned()));
    duration(
        "median time to the answer, ms",
        dns.exchanges().stream()
            .filter(e -> dns.names().containsKey(e.name()))
            .map(DnsExchange::durationNanos));
  }

  private void tcp(List<TcpConnection> connections) {
    if (connections.isEmpty()) {
      return;
    }
    add("connections", connections.size());
    for (TcpConnection c : connections) {
      offer("SYN ", c.clientSide().offer());
      offer("SYN-ACK ", c.serverSide().offer());
      c.serverSide().windows().ifPresent(w -> add("server's first raw window", "" + w.firstRaw()));
    }
    duration(
        "median SYN to SYN-ACK, ms", connections.stream().map(TcpConnection::synToSynAckNanos));
    add("client's rounds", sides(connections, each -> each.pace().rounds()));
    add("retransmissions", sides(connections, each -> each.volume().retransmissions()));
    add(
        "most bytes in flight from a client",
        connections.stream().mapToLong(c -> c.clientSide().pace().maxInFlight()).max().orElse(0));
  }

  private void offer(String of, Optional<Offer> offer) {
    offer.ifPresent(
        o -> {
          add(of + "window scale", o.options().windowScale().toString());
          add(of + "MSS", o.options().mss().toString());
          add(of + "SACK", o.options().sackPermitted().toString());
          add(of + "timestamps", o.options().timestamps().isKnown() ? "yes" : "no");
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

  private void duration(String name, Stream<OptionalLong> nanos) {
    List<Double> millis =
        nanos.flatMapToLong(OptionalLong::stream).mapToObj(n -> n / NANOS_PER_MILLI).toList();
    if (!millis.isEmpty()) {
      add(name, Median.of(millis));
    }
  }
}
