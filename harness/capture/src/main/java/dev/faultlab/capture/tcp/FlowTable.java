package dev.faultlab.capture.tcp;

import dev.faultlab.capture.packet.Ends;
import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Connections by address and port pair, in either direction. Before it has twice as many as the
 * last time, it drops connections that have been silent too long to matter.
 */
final class FlowTable {
  /** Linux repeats a SYN for 127 s (tcp_syn_retries 6); an answer does not come later. */
  private static final long HALF_OPEN_NANOS = TimeUnit.SECONDS.toNanos(130);

  /** tcp_keepalive_time: a living connection sends at least this often. */
  private static final long SILENT_NANOS = TimeUnit.HOURS.toNanos(2);

  /** No machine has more live connections; a scan or a flood does. */
  static final int MAX_FLOWS = 1 << 20;

  private static final int MIN_SWEEP_SIZE = 512;

  private final int max;
  private final Consumer<Flow> released;
  private final MemoryBudget budget;
  private final Map<Ends, Flow> flows = new LinkedHashMap<>();
  private int sweepThreshold = MIN_SWEEP_SIZE;

  FlowTable(Consumer<Flow> released, int max, MemoryBudget budget) {
    this.released = released;
    this.max = max;
    this.budget = budget;
  }

  Flow find(Ends ends) {
    return flows.get(ends);
  }

  void add(Flow flow, long now) {
    if (flows.size() >= max) {
      dropHalf(now);
    }
    if (flows.size() >= sweepThreshold) {
      sweep(now, Long.MIN_VALUE);
      sweepThreshold = Math.max(MIN_SWEEP_SIZE, flows.size() * 2);
    }
    flows.put(flow.ends, flow);
  }

  boolean remove(Flow flow) {
    return flows.remove(flow.ends, flow);
  }

  /** Drops the connections that have been silent longest. */
  void dropHalf(long now) {
    long[] times = flows.values().stream().mapToLong(flow -> flow.lastNanos).sorted().toArray();
    if (times.length > 0) {
      sweep(now, times[times.length / 2]);
    }
  }

  /**
   * Drops ended connections, and those silent since {@code silentSince} or earlier. If such a
   * connection continues, it counts as one without a handshake, about which little is known.
   */
  private void sweep(long now, long silentSince) {
    for (Iterator<Flow> iterator = flows.values().iterator(); iterator.hasNext(); ) {
      Flow flow = iterator.next();
      long silent = now - flow.lastNanos;
      boolean expired = silent > SILENT_NANOS || silent > HALF_OPEN_NANOS && flow.onlySynSeen();
      if (expired || flow.lastNanos <= silentSince) {
        if (!expired && !flow.closed) {
          budget.countDropped(Part.CONNECTIONS);
        }
        iterator.remove();
        released.accept(flow);
      }
    }
  }

  void drain() {
    flows.values().forEach(released);
  }
}
