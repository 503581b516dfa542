package dev.faultlab.capture.dns;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsSummary;
import dev.faultlab.capture.Extent;
import dev.faultlab.capture.packet.CaptureReader;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Reads the DNS of a capture in one call, for captures whose queries fit into memory. */
public final class DnsCapture {

  /** Collects an exchange in the time lines of its name. */
  private static final int POINTS_BYTES = 200;

  private DnsCapture() {}

  /** As {@link #read(Path, DnsOptions)} with {@link DnsOptions#standard()} and time lines. */
  public static DnsSummary read(Path file) throws IOException {
    return read(List.of(file));
  }

  /** The same for the files of one capture. */
  public static DnsSummary read(List<Path> files) throws IOException {
    return read(files, DnsOptions.standard().withTimelines());
  }

  /**
   * Reads a capture as far as possible: see {@link DnsSummary#end()}.
   *
   * @throws IOException when the file cannot be opened or read, or holds more than fits into memory
   */
  public static DnsSummary read(Path file, DnsOptions options) throws IOException {
    return read(List.of(file), options);
  }

  private static DnsSummary read(List<Path> files, DnsOptions options) throws IOException {
    Path file = files.get(0);
    List<DnsExchange> exchanges = new ArrayList<>();
    MemoryBudget budget = new MemoryBudget();
    Consumer<DnsExchange> keep =
        exchange -> {
          budget.takeOrThrow(Part.LISTS, POINTS_BYTES + exchange.bytes(), file);
          exchanges.add(exchange);
        };
    DnsTracker tracker = new DnsTracker(options, keep, DnsEvents.NONE, budget);
    try (CaptureReader reader = CaptureReader.open(files)) {
      Extent scanned = CaptureScan.run(reader, List.of(tracker), budget);
      budget.requireWhole(file);
      exchanges.sort(Comparator.comparingLong(DnsExchange::frame));
      return new DnsSummary(
          tracker.names(),
          exchanges,
          tracker.expansions(),
          tracker.counts(),
          scanned.coverage(),
          scanned.end());
    } catch (UncheckedIOException full) {
      throw full.getCause();
    }
  }
}
