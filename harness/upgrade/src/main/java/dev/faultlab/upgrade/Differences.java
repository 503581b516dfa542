package dev.faultlab.upgrade;

import dev.faultlab.lab.Requirement;
import dev.faultlab.lab.Template;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StackResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** What the two sides of a run were really made of. */
record Differences(Set<String> components, Scope scope, RunResult run) {

  List<Difference> all(int candidates) {
    List<Difference> differences = new ArrayList<>();
    for (int candidate = 0; candidate < candidates; candidate++) {
      List<Point> before = scope.before(candidate);
      List<Point> after = scope.after(candidate);
      differ(candidate, valuesOf(before, this::ran), valuesOf(after, this::ran), differences);
      differ(candidate, valuesOf(before, this::images), valuesOf(after, this::images), differences);
    }
    return differences;
  }

  private void differ(
      int candidate,
      Map<String, Set<String>> before,
      Map<String, Set<String>> after,
      List<Difference> found) {
    before.forEach(
        (what, earlier) -> {
          Set<String> now = after.getOrDefault(what, Set.of());
          if (!now.isEmpty() && !now.equals(earlier)) {
            String was = String.join(" | ", earlier);
            String is = String.join(" | ", now);
            found.add(new Difference(scope.lab().name(), candidate, what, was, is, isAsked(what)));
          }
        });
  }

  /** Whether it is one of the components, a fact about one, or the image for their versions. */
  private boolean isAsked(String what) {
    return components.contains(what)
        || scope.lab().steps().ran().stream()
            .anyMatch(query -> query.name().equals(what) && components.contains(query.axis()))
        || Stream.ofNullable(scope.lab().stack().images().get(what))
            .flatMap(image -> Template.names(image.toString()).stream())
            .anyMatch(components::contains);
  }

  private static Map<String, Set<String>> valuesOf(
      List<Point> points, Function<Point, Map<String, String>> components) {
    Map<String, Set<String>> values = new TreeMap<>();
    for (Point point : points) {
      components
          .apply(point)
          .forEach((what, text) -> values.computeIfAbsent(what, w -> new TreeSet<>()).add(text));
    }
    return values;
  }

  private Map<String, String> ran(Point point) {
    return run.stackOf(point).map(StackResult::ran).orElse(Map.of());
  }

  /** Compose variable to its image. */
  private Map<String, String> images(Point point) {
    Map<Requirement, String> filled = run.stackOf(point).map(StackResult::images).orElse(Map.of());
    Map<String, String> images = new HashMap<>();
    scope.images(point).forEach((variable, needed) -> images.put(variable, filled.get(needed)));
    images.values().removeIf(Objects::isNull);
    return images;
  }
}
