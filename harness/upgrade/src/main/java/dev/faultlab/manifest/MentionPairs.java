package dev.faultlab.manifest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which mention of one side became which, by component.
 *
 * @param moves to another version
 * @param kept the others of the second side: what stays, and what only that side has
 */
public record MentionPairs(List<Move> moves, List<Move> kept, List<Unclear> unclear) {

  /**
   * Pairs the mentions of two sides.
   *
   * @param inOrder whether both are lines of one file, where one that changes keeps its place
   */
  public static MentionPairs of(List<Mention> before, List<Mention> after, boolean inOrder) {
    MentionPairs pairs = new MentionPairs(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Map<String, List<Mention>> old = byComponent(before);
    Map<String, List<Mention>> now = byComponent(after);
    Set<String> components = new LinkedHashSet<>(old.keySet());
    components.addAll(now.keySet());
    for (String component : components) {
      pairs.pair(
          old.getOrDefault(component, List.of()), now.getOrDefault(component, List.of()), inOrder);
    }
    return pairs;
  }

  /** The same, where all that does not move is new. */
  MentionPairs asNew() {
    return new MentionPairs(
        moves, kept.stream().map(m -> new Move(m.from(), m.to(), true)).toList(), unclear);
  }

  private static Map<String, List<Mention>> byComponent(List<Mention> mentions) {
    return mentions.stream()
        .collect(
            Collectors.groupingBy(Mention::component, LinkedHashMap::new, Collectors.toList()));
  }

  private void pair(List<Mention> before, List<Mention> after, boolean inOrder) {
    List<Mention> old = unmatched(before, after);
    List<Mention> now = unmatched(after, before);
    List<Move> all = new ArrayList<>();
    if (old.isEmpty() || now.isEmpty()) {
      addUnpaired(now, before, "is new here; there is nothing to compare it with");
      addUnpaired(old, after, "is no longer here");
    } else if (old.size() == now.size()) {
      boolean byPlace = inOrder && !haveSwapped(before, after);
      List<Mention> from = byPlace ? before : old;
      List<Mention> to = byPlace ? after : now;
      IntStream.range(0, to.size())
          .mapToObj(i -> new Move(from.get(i), to.get(i), false))
          .filter(move -> !move.isUnchanged())
          .forEach(all::add);
    } else if (old.size() == 1 || now.size() == 1) {
      old.forEach(from -> now.forEach(to -> all.add(new Move(from, to, false))));
    } else {
      addUnpaired(now, List.of(), "replaces several versions; the file does not say which one");
    }
    moves.addAll(all);
    Set<Mention> unmatched = new LinkedHashSet<>(after);
    all.forEach(move -> unmatched.remove(move.to()));
    Set<String> writtenBefore = written(before);
    unmatched.forEach(to -> kept.add(new Move(to, to, !writtenBefore.contains(to.written()))));
  }

  /** Whether two lines have each other's version now: then they moved, and places say nothing. */
  private static boolean haveSwapped(List<Mention> before, List<Mention> after) {
    Set<List<String>> all = new LinkedHashSet<>();
    for (int i = 0; i < after.size(); i++) {
      all.add(List.of(before.get(i).written(), after.get(i).written()));
    }
    return all.stream()
        .anyMatch(p -> !p.get(0).equals(p.get(1)) && all.contains(List.of(p.get(1), p.get(0))));
  }

  /** Adds the mentions that the other side lacks altogether. */
  private void addUnpaired(List<Mention> mentions, List<Mention> others, String why) {
    Set<String> there = written(others);
    for (Mention mention : mentions) {
      if (!there.contains(mention.written())) {
        String what = mention.component() + " " + mention.written();
        unclear.add(new Unclear(mention.place(), what, why));
      }
    }
  }

  private static Set<String> written(List<Mention> mentions) {
    return mentions.stream().map(Mention::written).collect(Collectors.toSet());
  }

  /** The mentions without a counterpart: each one on the other side is used once. */
  private static List<Mention> unmatched(List<Mention> mentions, List<Mention> others) {
    Map<String, Integer> counts = new HashMap<>();
    others.forEach(other -> counts.merge(other.written(), 1, Integer::sum));
    return mentions.stream().filter(m -> counts.merge(m.written(), -1, Integer::sum) < 0).toList();
  }
}
