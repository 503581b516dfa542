package dev.faultlab.capture;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What people see of a capture while it grows: the last rows, and what was counted so far.
 *
 * <p>Safe for use by several threads.
 */
public final class LiveView implements CaptureScan.Listener {
  /** As many as are read before the next ones come. */
  private static final int ROWS = 10;

  private final Deque<LiveRow> rows = new ArrayDeque<>();
  private final Map<String, Long> counts = new LinkedHashMap<>();
  private long frames;

  /**
   * A moment of it.
   *
   * @param frames packets so far
   * @param counts name to number
   * @param rows the last ones, the oldest first
   */
  public record Shown(long frames, Map<String, Long> counts, List<LiveRow> rows) {}

  /** Adds a row; an old one makes room for it. */
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

  /** Keeps the greatest of what was told under a name. */
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
