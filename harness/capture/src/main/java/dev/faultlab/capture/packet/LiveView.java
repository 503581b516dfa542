package dev.faultlab.capture.packet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A live view of a growing capture: the last rows, and counts so far.
 *
 * <p>Safe for use by several threads.
 */
public final class LiveView implements CaptureScan.Listener {
  /** As many as can be read before the next ones come. */
  private static final int ROWS = 10;

  private final Deque<LiveRow> rows = new ArrayDeque<>();
  private final Map<String, Long> counts = new LinkedHashMap<>();
  private long frames;

  /**
   * A snapshot of the view.
   *
   * @param frames packets so far
   * @param counts name to number
   * @param rows the last ones, oldest first
   */
  public record Shown(long frames, Map<String, Long> counts, List<LiveRow> rows) {}

  /** Adds a row; the oldest may be dropped. */
  public synchronized void add(LiveRow row) {
    rows.add(row);
    if (rows.size() > ROWS) {
      rows.remove();
    }
  }

  /** Counts one more. */
  public synchronized void count(String name) {
    counts.merge(name, 1L, Long::sum);
  }

  /** Keeps the maximum of the values reported for a name. */
  public synchronized void greatest(String name, long value) {
    counts.merge(name, value, Math::max);
  }

  @Override
  public synchronized void packet(Packet packet) {
    frames++;
  }

  public synchronized Shown shown() {
    return new Shown(frames, new LinkedHashMap<>(counts), new ArrayList<>(rows));
  }
}
