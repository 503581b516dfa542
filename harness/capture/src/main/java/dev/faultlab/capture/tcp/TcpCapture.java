package dev.faultlab.capture.tcp;

import dev.faultlab.capture.CaptureReader;
import dev.faultlab.capture.CaptureScan;
import dev.faultlab.capture.Coverage;
import dev.faultlab.capture.End;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads the TCP connections of a capture in one call. */
public final class TcpCapture {

  private TcpCapture() {}

  /**
   * @param connections in the order of their first frame
   */
  public record TcpSummary(List<TcpConnection> connections, Coverage coverage, End end) {
    public TcpSummary {
      connections = List.copyOf(connections);
    }
  }

  /**
   * Reads a capture to its end, wherever that is.
   *
   * @param timelines keep every segment, for plots
   * @throws IOException when the file cannot be opened or read
   */
  public static TcpSummary read(Path file, boolean timelines) throws IOException {
    List<TcpConnection> connections = new ArrayList<>();
    TcpTracker tracker = new TcpTracker(connections::add, timelines);
    try (CaptureReader reader = CaptureReader.open(file)) {
      CaptureScan.Scanned scanned = CaptureScan.run(reader, List.of(tracker));
      connections.sort(Comparator.comparingLong(TcpConnection::firstFrame));
      return new TcpSummary(connections, scanned.coverage(), scanned.end());
    }
  }
}
