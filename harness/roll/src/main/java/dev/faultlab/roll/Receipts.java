package dev.faultlab.roll;

import dev.faultlab.roll.Transcript.Line;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a client wrote down as acknowledged, and what it took back. */
final class Receipts {
  private final Map<Long, String> acknowledged = new HashMap<>();
  private final Set<Long> undone = new HashSet<>();

  void add(Line operation) {
    if (operation.ids() != null && operation.ok()) {
      operation.ids().forEach(id -> acknowledged.put(id, operation.lane()));
    } else if (operation.ids() != null && operation.undone()) {
      undone.addAll(operation.ids());
    }
  }

  /**
   * What a read disagrees with.
   *
   * @param lost acknowledged and not there
   * @param twice there more than once
   * @param disordered there before one that was written earlier in the same lane
   * @param undone taken back and there
   */
  record Checked(int of, long lost, long twice, long disordered, long undone) {
    boolean good() {
      return lost + twice + disordered + undone == 0;
    }

    String words() {
      return good()
          ? of + " of " + of
          : "%d acknowledged: %d lost, %d twice, %d out of order, %d taken back and there"
              .formatted(of, lost, twice, disordered, undone);
    }
  }

  /** Compares with all that is there, by lane. */
  Checked check(Map<String, List<Long>> read) {
    long twice = 0;
    long disordered = 0;
    long back = 0;
    Map<Long, String> there = new HashMap<>();
    for (Map.Entry<String, List<Long>> lane : read.entrySet()) {
      long highest = Long.MIN_VALUE;
      for (long id : lane.getValue()) {
        boolean again = there.put(id, lane.getKey()) != null;
        twice += again ? 1 : 0;
        disordered += !again && id < highest ? 1 : 0;
        back += !again && undone.contains(id) ? 1 : 0;
        highest = Math.max(highest, id);
      }
    }
    long lost =
        acknowledged.entrySet().stream()
            .filter(one -> !one.getValue().equals(there.get(one.getKey())))
            .count();
    return new Checked(acknowledged.size(), lost, twice, disordered, back);
  }
}
