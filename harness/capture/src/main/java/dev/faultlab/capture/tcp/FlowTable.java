package dev.faultlab.capture.tcp;

import dev.faultlab.capture.packet.MemoryBudget;
import dev.faultlab.capture.packet.MemoryBudget.Part;
import dev.faultlab.capture.packet.Packet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Connections by address and port pair, in either direction; open addressing, so that a lookup
 * allocates nothing. Before it grows, it drops connections that have been silent too long to
 * matter.
 */
final class FlowTable {
  /** Linux repeats a SYN for 127 s (tcp_syn_retries 6); an answer does not come later. */
  private static final long HALF_OPEN_NANOS = TimeUnit.SECONDS.toNanos(130);

  /** tcp_keepalive_time: a living connection sends at least this often. */
  private static final long SILENT_NANOS = TimeUnit.HOURS.toNanos(2);

  /** No machine has more live connections; a scan or a flood does. */
  private static final int MOST = 1 << 20;

  /** Sample size for the time that divides the connections into halves. */
  private static final int SAMPLE = 1001;

  private final int most;
  private final Consumer<Flow> released;
  private final MemoryBudget budget;
  private Flow[] slots = new Flow[1024];
  private int size;

  FlowTable(Consumer<Flow> released, MemoryBudget budget) {
    this(released, MOST, budget);
  }

  FlowTable(Consumer<Flow> released, int most, MemoryBudget budget) {
    this.released = released;
    this.most = most;
    this.budget = budget;
  }

  static int hash(Packet packet) {
    long from = mix(packet.sourceHigh(), packet.sourceLow(), packet.sourcePort());
    long to = mix(packet.destinationHigh(), packet.destinationLow(), packet.destinationPort());
    long both = (from + to) * 0x9e3779b97f4a7c15L;
    return (int) (both >>> 32);
  }

  private static long mix(long high, long low, int port) {
    long value = (high * 31 + low) * 0xbf58476d1ce4e5b9L + port * 0x94d049bb133111ebL;
    return value ^ value >>> 29;
  }

  Flow find(Packet packet, int hash) {
    int mask = slots.length - 1;
    for (int slot = hash & mask; slots[slot] != null; slot = slot + 1 & mask) {
      Flow flow = slots[slot];
      if (flow.hash == hash && flow.matches(packet)) {
        return flow;
      }
    }
    return null;
  }

  void add(Flow flow, long now) {
    if (size >= most) {
      letGoOfHalf(now);
    }
    if ((size + 1) * 2 > slots.length) {
      sweep(now, Long.MIN_VALUE);
      if ((size + 1) * 2 > slots.length) {
        rebuild(slots.length * 2);
      }
    }
    put(flow);
    size++;
  }

  /** Drops the connections that have been silent longest. */
  void letGoOfHalf(long now) {
    sweep(now, silentLonger());
  }

  int size() {
    return size;
  }

  private void put(Flow flow) {
    int mask = slots.length - 1;
    int slot = flow.hash & mask;
    while (slots[slot] != null) {
      slot = slot + 1 & mask;
    }
    slots[slot] = flow;
  }

  boolean remove(Flow flow) {
    int mask = slots.length - 1;
    int slot = flow.hash & mask;
    while (slots[slot] != flow) {
      if (slots[slot] == null) {
        return false;
      }
      slot = slot + 1 & mask;
    }
    slots[slot] = null;
    size--;
    // Close the gap, so that a search does not stop at it (Knuth 6.4, algorithm R).
    for (int next = slot + 1 & mask; slots[next] != null; next = next + 1 & mask) {
      Flow moved = slots[next];
      slots[next] = null;
      put(moved);
    }
    return true;
  }

  /** The median time of the last segment, of a sample. */
  private long silentLonger() {
    long[] sample = new long[SAMPLE];
    int step = Math.max(1, slots.length / SAMPLE);
    int found = 0;
    for (int slot = 0; slot < slots.length && found < SAMPLE; slot += step) {
      for (int i = slot; i < Math.min(slot + step, slots.length); i++) {
        if (slots[i] != null) {
          sample[found++] = slots[i].lastNanos;
          break;
        }
      }
    }
    java.util.Arrays.sort(sample, 0, found);
    return sample[found / 2];
  }

  /**
   * Drops ended connections, and those silent since {@code silentSince} or earlier. If such a
   * connection continues, it counts as one without a handshake, about which little is known.
   */
  private void sweep(long now, long silentSince) {
    Flow[] before = slots;
    slots = new Flow[before.length];
    size = 0;
    for (Flow flow : before) {
      if (flow == null) {
        continue;
      }
      long silent = now - flow.lastNanos;
      boolean over = silent > SILENT_NANOS || silent > HALF_OPEN_NANOS && flow.onlySynSeen();
      if (over || flow.lastNanos <= silentSince) {
        if (!over && !flow.closed) {
          budget.cut(Part.CONNECTIONS);
        }
        released.accept(flow);
      } else {
        put(flow);
        size++;
      }
    }
  }

  private void rebuild(int capacity) {
    Flow[] before = slots;
    slots = new Flow[capacity];
    for (Flow flow : before) {
      if (flow != null) {
        put(flow);
      }
    }
  }

  void drain() {
    Flow[] all = slots;
    slots = new Flow[1024];
    size = 0;
    java.util.Arrays.stream(all)
        .filter(java.util.Objects::nonNull)
        .map(Flow.class::cast)
        .forEach(released);
  }
}
