package dev.faultlab.capture.dns;

import dev.faultlab.capture.DnsExchange;
import dev.faultlab.capture.DnsSummary;
import dev.faultlab.capture.packet.CaptureScan;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads the DNS of a capture in one call, for captures whose queries fit into memory. */
public final class DnsCapture {

  /** Memory of one exchange in the time lines of its name. */
  private static final int TIMELINE_BYTES = 200;

  private DnsCapture() {}

  /**
   * Reads the files of one capture as far as possible, with time lines: see {@link
   * DnsSummary#end()}.
   *
   * @throws IOException when a file cannot be opened or read, or holds more than fits into memory
   */
  public static DnsSummary read(List<Path> files) throws IOException {
    return read(files, new MemoryBudget());
  }

  static DnsSummary read(List<Path> files, MemoryBudget budget) throws IOException {
    List<DnsExchange> exchanges = new ArrayList<>();
    Consumer<DnsExchange> keep =
        exchange -> {
          if (budget.reserve(Part.LISTS, TIMELINE_BYTES + exchange.bytes())) {
            exchanges.add(exchange);
          }
        };
    DnsTracker tracker = new DnsTracker(true, keep, DnsEvents.NONE, budget);
    return tracker.summary(exchanges, CaptureScan.readWhole(files, budget, tracker));
  }
}
