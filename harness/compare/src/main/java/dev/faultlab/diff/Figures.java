package dev.faultlab.diff;

import dev.faultlab.diff.RunDiff.FigureChange;
import dev.faultlab.result.Numbers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Named values over several trials: numbers with their range, words with all that were seen. */
final class Figures {
  private static final int SHOWN = 6;

  private final Map<String, double[]> ranges = new LinkedHashMap<>();
  private final Map<String, Set<String>> words = new LinkedHashMap<>();
  private final Set<String> names = new java.util.LinkedHashSet<>();

  void number(String name, double value) {
    names.add(name);
    double[] range = ranges.computeIfAbsent(name, n -> new double[] {value, value});
    range[0] = Math.min(range[0], value);
    range[1] = Math.max(range[1], value);
  }

  void text(String name, String value) {
    names.add(name);
    words.computeIfAbsent(name, n -> new TreeSet<>()).add(value);
  }

  /** Everything that both have. */
  List<FigureChange> changes(String point, Figures other, Map<String, String> titles) {
    return names.stream()
        .filter(other.names::contains)
        .map(
            name ->
                new FigureChange(
                    point,
                    titles.getOrDefault(name, name),
                    shown(name),
                    other.shown(name),
                    !meets(other, name)))
        .toList();
  }

  private String shown(String name) {
    if (ranges.containsKey(name)) {
      double[] range = ranges.get(name);
      String low = Numbers.show(range[0]);
      String high = Numbers.show(range[1]);
      return low.equals(high) ? low : low + " to " + high;
    }
    Set<String> seen = words.get(name);
    String first = String.join(", ", seen.stream().limit(SHOWN).toList());
    return seen.size() > SHOWN ? first + " and " + (seen.size() - SHOWN) + " more" : first;
  }

  /** The ranges touch, or the words are the same. */
  private boolean meets(Figures other, String name) {
    if (ranges.containsKey(name) && other.ranges.containsKey(name)) {
      double[] mine = ranges.get(name);
      double[] theirs = other.ranges.get(name);
      return mine[0] <= theirs[1] && theirs[0] <= mine[1];
    }
    return words.getOrDefault(name, Set.of()).equals(other.words.getOrDefault(name, Set.of()));
  }
}
