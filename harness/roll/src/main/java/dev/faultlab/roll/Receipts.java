package dev.faultlab.roll;

import dev.faultlab.roll.Transcript.Line;
import dev.faultlab.seen.State;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a client wrote down as acknowledged, and what it took back. */
final class Receipts {
  /** Acknowledged and not there. */
  static final String LOST = "lost";

  /** Taken back and there. */
  private static final String UNDONE = "undone";

  /** Out of order: after one that was acknowledged later. */
  static final List<String> MEASURES = List.of(LOST, "twice", "out of order", UNDONE);

  private final Map<Long, String> acknowledged = new HashMap<>();
  private final Set<Long> undone = new HashSet<>();
  private final Map<String, Set<Long>> earlier = empty();

  private static Map<String, Set<Long>> empty() {
    Map<String, Set<Long>> all = new LinkedHashMap<>();
    MEASURES.forEach(measure -> all.put(measure, new TreeSet<>()));
    return all;
  }

  void add(Line operation) {
    if (operation.ids() != null && operation.ok()) {
      operation.ids().forEach(id -> acknowledged.put(id, operation.lane()));
    } else if (operation.ids() != null && operation.undone()) {
      undone.addAll(operation.ids());
    }
  }

  /** The count of ids that have this fault, of those that could have it. */
  Count count(String measure, Set<Long> ids) {
    int all = measure.equals(UNDONE) ? undone.size() : acknowledged.size();
    if (acknowledged.isEmpty() && ids.isEmpty()) {
      return Count.notExercised("no acknowledged operation had ids");
    }
    String words = ids.size() + " of " + all;
    return ids.isEmpty()
        ? new Count(State.ABSENT, Count.OK, words, 0, all)
        : new Count(State.PRESENT, measure, words, ids.size(), all);
  }

  /**
   * The ids that are wrong in any of the reads, without those of earlier holds.
   *
   * @param reads lane to all ids that are there; one for each member with a store of its own
   */
  Map<String, Set<Long>> check(List<Map<String, List<Long>>> reads) {
    Map<String, Set<Long>> wrong = empty();
    for (Map<String, List<Long>> read : reads) {
      Map<Long, String> laneOfId = new HashMap<>();
      read.forEach(
          (lane, ids) -> {
            long highest = Long.MIN_VALUE;
            for (long id : ids) {
              boolean isRepeated = laneOfId.put(id, lane) != null;
              if (undone.contains(id)) {
                wrong.get(UNDONE).add(id);
              } else if (acknowledged.containsKey(id)) {
                if (isRepeated || id < highest) {
                  wrong.get(isRepeated ? "twice" : "out of order").add(id);
                }
                highest = Math.max(highest, id);
              }
            }
          });
      acknowledged.forEach(
          (id, lane) -> {
            if (!lane.equals(laneOfId.get(id))) {
              wrong.get(LOST).add(id);
            }
          });
    }
    wrong.forEach((measure, ids) -> ids.removeAll(earlier.get(measure)));
    return wrong;
  }

  /** What one hold reports, later ones do not. */
  void report(Map<String, Set<Long>> wrong) {
    wrong.forEach((measure, ids) -> earlier.get(measure).addAll(ids));
  }
}
