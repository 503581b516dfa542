package dev.faultlab.manifest;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Which mention of one file became which, by component. */
final class Pairing {
  private final List<Move> moves = new ArrayList<>();
  private final List<Unclear> unclear = new ArrayList<>();

  Pairing(List<Mention> before, List<Mention> after) {
    Set<String> components = new LinkedHashSet<>();
    before.forEach(mention -> components.add(mention.component()));
    after.forEach(mention -> components.add(mention.component()));
    for (String component : components) {
      pair(of(component, before), of(component, after));
    }
  }

  List<Move> moves() {
    return moves;
  }

  List<Unclear> unclear() {
    return unclear;
  }

  private static List<Mention> of(String component, List<Mention> mentions) {
    return mentions.stream().filter(m -> m.component().equals(component)).toList();
  }

  private void pair(List<Mention> before, List<Mention> after) {
    List<Mention> old = without(before, after);
    List<Mention> now = without(after, before);
    if (old.isEmpty()) {
      now.stream()
          .filter(mention -> before.stream().noneMatch(m -> same(m, mention)))
          .forEach(mention -> alone(mention, "is new here; there is nothing to compare it with"));
    } else if (now.isEmpty()) {
      old.stream()
          .filter(mention -> after.stream().noneMatch(m -> same(m, mention)))
          .forEach(mention -> alone(mention, "is no longer here"));
    } else if (old.size() == now.size()) {
      IntStream.range(0, old.size()).forEach(i -> moves.add(new Move(old.get(i), now.get(i))));
    } else if (old.size() == 1 || now.size() == 1) {
      old.forEach(from -> now.forEach(to -> moves.add(new Move(from, to))));
    } else {
      now.forEach(
          mention -> alone(mention, "replaces several versions; the file does not say which one"));
    }
  }

  private void alone(Mention mention, String why) {
    String what = mention.component() + " " + mention.written();
    unclear.add(new Unclear(mention.place(), what, why));
  }

  /** What is left when each mention that the other side has as well is taken out once. */
  private static List<Mention> without(List<Mention> mentions, List<Mention> others) {
    List<Mention> left = new ArrayList<>();
    List<Mention> again = new ArrayList<>(others);
    for (Mention mention : mentions) {
      int found =
          IntStream.range(0, again.size())
              .filter(i -> same(again.get(i), mention))
              .findFirst()
              .orElse(-1);
      if (found < 0) {
        left.add(mention);
      } else {
        again.remove(found);
      }
    }
    return left;
  }

  private static boolean same(Mention one, Mention other) {
    return one.written().equals(other.written()) && one.component().equals(other.component());
  }
}
