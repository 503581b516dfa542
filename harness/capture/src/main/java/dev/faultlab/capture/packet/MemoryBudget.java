package dev.faultlab.capture.packet;

import dev.faultlab.capture.Coverage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The share of Java's heap for the tables that a capture fills. Each part has its own share, so
 * that a flood of one kind takes no memory from others. What does not fit is dropped and counted,
 * and the diagnosis reports it. Sizes are estimates that rather err upwards. Several threads may
 * use it if no two of them use the same part.
 */
public final class MemoryBudget {
  private static final int PARTS = Part.values().length;

  private final long heap;
  private final long[] remaining = new long[PARTS];
  private final long[] drops = new long[PARTS];

  /** The uses of memory. */
  public enum Part {
    NAMES(22, "DNS queries for more names, record types or clients than are remembered"),
    QUERIES(7, "DNS messages beyond the queries that are tracked at a time"),
    STREAMS(2, "pieces of DNS over TCP beyond those that are reassembled at a time"),
    CONNECTIONS(30, "connections that were dropped before they ended"),
    FRAGMENTS(5, "IP datagrams that were dropped before all their fragments arrived"),
    FINDINGS(7, "facts about servers and clients that did not fit into memory"),
    LEDGER(8, "connections that are missing in the ledger of connections"),
    /** For readers that keep a whole capture as a list, and follow either DNS or TCP. */
    LISTS(25, "lookups or connections that did not fit into a list");

    private final int percent;
    private final String text;

    Part(int percent, String text) {
      this.percent = percent;
      this.text = text;
    }

    /** What is dropped when the memory is used up, after a number. */
    public String text() {
      return text;
    }
  }

  /** For this JVM's heap. */
  public MemoryBudget() {
    this(Runtime.getRuntime().maxMemory());
  }

  /**
   * @param heap bytes
   */
  public MemoryBudget(long heap) {
    this.heap = heap;
    for (Part part : Part.values()) {
      remaining[part.ordinal()] = heap / 100 * part.percent;
    }
  }

  /** Reserves memory for one more; if there is none, returns false and counts it as dropped. */
  public boolean reserve(Part part, long bytes) {
    boolean fits = tryReserve(part, bytes);
    if (!fits) {
      countDropped(part);
    }
    return fits;
  }

  /** Reserves memory, and does not count a failure. */
  public boolean tryReserve(Part part, long bytes) {
    boolean fits = remaining[part.ordinal()] >= bytes;
    if (fits) {
      remaining[part.ordinal()] -= bytes;
    }
    return fits;
  }

  /**
   * Adds a key to a set if the findings' share has memory for it. Returns whether the set has it.
   */
  public <K> boolean keep(Set<K> kept, K key, long bytes) {
    return kept.contains(key) || reserve(Part.FINDINGS, bytes) && kept.add(key);
  }

  /**
   * The value of a key in a table. A new one is added only if the findings' share has memory for
   * it.
   */
  public <K, V> V keep(Map<K, V> kept, K key, long bytes, Supplier<V> added) {
    V value = kept.get(key);
    if (value == null) {
      value = added.get();
      if (reserve(Part.FINDINGS, bytes)) {
        kept.put(key, value);
      }
    }
    return value;
  }

  /** Reserves memory in any case; {@link #isExhausted} then tells the caller to drop something. */
  public void charge(Part part, long bytes) {
    remaining[part.ordinal()] -= bytes;
  }

  public boolean isExhausted(Part part) {
    return remaining[part.ordinal()] < 0;
  }

  public void release(Part part, long bytes) {
    remaining[part.ordinal()] += bytes;
  }

  /** Counts something dropped. */
  public void countDropped(Part part) {
    drops[part.ordinal()]++;
  }

  public long drops(Part part) {
    return drops[part.ordinal()];
  }

  /** Whether anything was dropped, but for examples in the ledger. */
  public boolean hasDropped() {
    return Arrays.stream(drops).sum() > drops(Part.LEDGER);
  }

  /**
   * For callers that need the whole capture. Datagrams with missing fragments do not count here:
   * {@link Coverage} has them.
   *
   * @throws IOException when anything was dropped
   */
  public void requireWhole(Path file) throws IOException {
    for (Part part : Part.values()) {
      if (part != Part.FRAGMENTS && drops(part) > 0) {
        throw tooLarge(part, file);
      }
    }
  }

  private IOException tooLarge(Part part, Path file) {
    return new IOException(
        String.format(
            "%s does not fit into memory: %d %s; %s gives Java more than its heap of %d MiB",
            file, drops(part), part.text(), moreHeap(), heapMebibytes()));
  }

  /** The heap to which the shares refer, in MiB. */
  public long heapMebibytes() {
    return heap >> 20;
  }

  /** The setting that gives Java about twice that, and 4 GiB at least. */
  public String moreHeap() {
    return "JDK_JAVA_OPTIONS=-Xmx" + Math.max(4, (heap >> 29) + 1) + "g";
  }
}
