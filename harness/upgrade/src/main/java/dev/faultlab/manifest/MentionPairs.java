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

/** Which mention of one file became which, by component. */
public record MentionPairs(List<Move> moves, List<Unclear> unclear) {

  /** Pairs the mentions of two sides. */
  public static MentionPairs of(List<Mention> before, List<Mention> after) {
    MentionPairs pairing = new MentionPairs(new ArrayList<>(), new ArrayList<>());
    Map<String, List<Mention>> old = byComponent(before);
    Map<String, List<Mention>> now = byComponent(after);
    Set<String> components = new LinkedHashSet<>(old.keySet());
    components.addAll(now.keySet());
    for (String component : components) {
      pairing.pair(old.getOrDefault(component, List.of()), now.getOrDefault(component, List.of()));
    }
    return pairing;
  }

  private static Map<String, List<Mention>> byComponent(List<Mention> mentions) {
    return mentions.stream()
        .collect(
            Collectors.groupingBy(Mention::component, LinkedHashMap::new, Collectors.toList()));
  }

  private void pair(List<Mention> before, List<Mention> after) {
    List<Mention> old = without(before, after);
    List<Mention> now = without(after, before);
    if (old.isEmpty() || now.isEmpty()) {
      alone(now, before, "is new here; there is nothing to compare it with");
      alone(old, after, "is no longer here");
    } else if (old.size() == now.size()) {
      IntStream.range(0, old.size()).forEach(i -> moves.add(new Move(old.get(i), now.get(i))));
    } else if (old.size() == 1 || now.size() == 1) {
      old.forEach(from -> now.forEach(to -> moves.add(new Move(from, to))));
    } else {
      alone(now, List.of(), "replaces several versions; the file does not say which one");
    }
  }

  /** Those that the other side has not even once. */
  private void alone(List<Mention> mentions, List<Mention> others, String why) {
    Set<String> there = others.stream().map(Mention::written).collect(Collectors.toSet());
    for (Mention mention : mentions) {
      if (!there.contains(mention.written())) {
        String what = mention.component() + " " + mention.written();
        unclear.add(new Unclear(mention.place(), what, why));
      }
    }
  }

  /** What is left when each mention that the other side has as well is taken out once. */
  private static List<Mention> without(List<Mention> mentions, List<Mention> others) {
    Map<String, Integer> there = new HashMap<>();
    others.forEach(other -> there.merge(other.written(), 1, Integer::sum));
    return mentions.stream().filter(m -> there.merge(m.written(), -1, Integer::sum) < 0).toList();
  }
}
