package dev.faultlab.capture.dns;

import dev.faultlab.capture.CaptureReader;
import dev.faultlab.capture.CaptureScan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Reads the DNS of a capture in one call, for captures that fit into memory as a list of queries.
 */
public final class DnsCapture {

  private DnsCapture() {}

  /** As {@link #read(Path, DnsOptions)} with {@link DnsOptions#standard()} and time lines. */
  public static DnsSummary read(Path file) throws IOException {
    return read(file, DnsOptions.standard().withTimelines());
  }

  /**
   * Reads a capture to its end, wherever that is: see {@link DnsSummary#end()}.
   *
   * @throws IOException when the file cannot be opened or read
   */
  public static DnsSummary read(Path file, DnsOptions options) throws IOException {
    List<DnsExchange> exchanges = new ArrayList<>();
    DnsTracker tracker = new DnsTracker(options, exchanges::add);
    try (CaptureReader reader = CaptureReader.open(file)) {
      CaptureScan.Scanned scanned = CaptureScan.run(reader, List.of(tracker));
      exchanges.sort(Comparator.comparingLong(DnsExchange::frame));
      return new DnsSummary(
          tracker.names(),
          tracker.byClient(),
          exchanges,
          tracker.expansions(),
          tracker.markers(),
          tracker.counts(),
          scanned.coverage(),
          scanned.end());
    }
  }
}
