package dev.faultlab.capture.tcp;

import dev.faultlab.capture.Extent;
import dev.faultlab.capture.TcpConnection;
import dev.faultlab.capture.TcpSummary;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Reads the TCP connections of a capture in one call. */
public final class TcpCapture {

  private static final int BYTES = 1_200;
  private static final int POINT_BYTES = 70;

  private TcpCapture() {}

  /**
   * Reads a capture as far as possible, and keeps every segment.
   *
   * @throws IOException when the file cannot be opened or read, or holds more than fits into memory
   */
  public static TcpSummary read(Path file) throws IOException {
    return read(List.of(file));
  }

  /** The same for the files of one capture. */
  public static TcpSummary read(List<Path> files) throws IOException {
    return read(files, new MemoryBudget());
  }

  static TcpSummary read(List<Path> files, MemoryBudget budget) throws IOException {
    List<TcpConnection> connections = new ArrayList<>();
    Consumer<TcpConnection> keep =
        connection -> {
          long bytes = BYTES + (long) POINT_BYTES * connection.timeline().size();
          if (budget.reserve(Part.LISTS, bytes)) {
            connections.add(connection);
          }
        };
    TcpTracker tracker = new TcpTracker(keep, true, TcpEvents.NONE, budget);
    Extent scanned = CaptureScan.readWhole(files, budget, tracker);
    connections.sort(Comparator.comparingLong(each -> each.opening().frame()));
    return new TcpSummary(List.copyOf(connections), scanned.coverage(), scanned.end());
  }
}
