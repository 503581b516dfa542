package dev.faultlab.capture.dns;

import dev.faultlab.capture.CaptureReader;
import dev.faultlab.capture.CaptureScan;
import dev.faultlab.capture.MemoryBudget;
import dev.faultlab.capture.MemoryBudget.Part;
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
    return read(file, DnsOptions.standard().withTimelines());
  }

  /**
   * Reads a capture as far as possible: see {@link DnsSummary#end()}.
   *
   * @throws IOException when the file cannot be opened or read, or holds more than fits into memory
   */
  public static DnsSummary read(Path file, DnsOptions options) throws IOException {
    List<DnsExchange> exchanges = new ArrayList<>();
    MemoryBudget budget = new MemoryBudget();
    Consumer<DnsExchange> keep =
        exchange -> {
          budget.takeOrThrow(Part.LISTS, POINTS_BYTES + exchange.bytes(), file);
          exchanges.add(exchange);
        };
    DnsTracker tracker = new DnsTracker(options, keep, DnsEvents.NONE, budget);
    try (CaptureReader reader = CaptureReader.open(file)) {
      CaptureScan.Scanned scanned = CaptureScan.run(reader, List.of(tracker), budget);
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
