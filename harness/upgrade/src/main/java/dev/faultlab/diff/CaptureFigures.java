package dev.faultlab.diff;

import dev.faultlab.capture.NameFacts;
import dev.faultlab.capture.Offer;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.compare.Figures;
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
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * What captures show about connections and lookups, over all trials of a point. They are
 * illustrations: signatures and metrics decide.
 *
 * @param prefix the file
 */
record CaptureFigures(Figures figures, int trial, String prefix) {

  static Figures read(StoredRun.Finished run, Point point) throws IOException {
    Figures figures = new Figures();
    for (TrialRecord trial : run.result().trials(point)) {
      Path folder = InnerPath.of(run.folder(), trial.folder());
      if (trial.failure().isEmpty() && Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.list(folder)) {
          for (Path file : files.sorted().toList()) {
            if (EvidenceFiles.isCapture(file) && EvidenceFiles.isRegular(file)) {
              CaptureFigures into =
                  new CaptureFigures(figures, trial.index(), EvidenceFiles.plainName(file) + ": ");
              CaptureReading read = CaptureReading.read(file);
              into.dns(List.copyOf(read.dns().names().values()));
              into.tcp(read.connections());
            }
          }
        }
      }
    }
    return figures;
  }

  private void add(String name, Object value) {
    figures.add(trial, new Figures.Id("capture", prefix + name), prefix + name, value);
  }

  private void dns(List<NameFacts> names) {
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
    add("client's rounds", sum(connections, c -> c.clientSide().pace().rounds()));
    add("retransmissions", sum(connections, c -> c.clientSide().volume().retransmissions()));
    add(
        "most bytes in flight from a client",
        connections.stream().mapToLong(c -> c.clientSide().pace().maxInFlight()).max().orElse(0));
  }

  private void offer(String side, Optional<Offer> offer) {
    offer.ifPresent(
        o -> {
          add(side + "window scale", o.options().windowScale().toString());
          add(side + "MSS", o.options().mss().toString());
          add(side + "SACK", o.options().sackPermitted().toString());
          add(side + "timestamps", o.options().timestamps().isKnown() ? "yes" : "no");
        });
  }

  private static <T> long sum(List<T> elements, ToLongFunction<T> field) {
    return elements.stream().mapToLong(field).sum();
  }
}
