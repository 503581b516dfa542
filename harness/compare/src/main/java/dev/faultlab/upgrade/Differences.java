package dev.faultlab.upgrade;

import dev.faultlab.lab.Requirement;
import dev.faultlab.lab.Template;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import dev.faultlab.result.StackResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What the two sides of a run were really made of. */
record Differences(Set<String> components, Scope scope, RunResult run) {

  List<Difference> all(int candidates) {
    List<Difference> all = new ArrayList<>();
    for (int candidate = 0; candidate < candidates; candidate++) {
      List<Point> before = scope.before(candidate);
      List<Point> after = scope.after(candidate);
      differ(candidate, ran(before), ran(after), all);
      differ(candidate, images(before), images(after), all);
    }
    return all;
  }

  private void differ(
      int candidate,
      Map<String, Set<String>> before,
      Map<String, Set<String>> after,
      List<Difference> all) {
    before.forEach(
        (what, said) -> {
          Set<String> now = after.getOrDefault(what, Set.of());
          if (!now.isEmpty() && !now.equals(said)) {
            all.add(
                new Difference(
                    scope.lab().name(),
                    candidate,
                    what,
                    String.join(" | ", said),
                    String.join(" | ", now),
                    asked(what)));
          }
        });
  }

  /** Whether it is one of the components, a fact about one, or the image for their versions. */
  private boolean asked(String what) {
    return components.contains(what)
        || scope.lab().steps().ran().stream()
            .anyMatch(query -> query.name().equals(what) && components.contains(query.axis()))
        || Stream.ofNullable(scope.lab().stack().images().get(what))
            .flatMap(image -> Template.names(image.toString()).stream())
            .anyMatch(components::contains);
  }

  private Map<String, Set<String>> ran(List<Point> points) {
    Map<String, Set<String>> ran = new TreeMap<>();
    for (Point point : points) {
      Map<String, String> said = run.stackOf(point).map(StackResult::ran).orElse(Map.of());
      said.forEach((what, text) -> ran.computeIfAbsent(what, w -> new TreeSet<>()).add(text));
    }
    return ran;
  }

  /** Compose variable to its image. */
  private Map<String, Set<String>> images(List<Point> points) {
    Map<String, Set<String>> images = new TreeMap<>();
    for (Point point : points) {
      Map<Requirement, String> filled =
          run.stackOf(point).map(StackResult::images).orElse(Map.of());
      scope
          .images(point)
          .forEach(
              (variable, wanted) ->
                  Optional.ofNullable(filled.get(wanted))
                      .ifPresent(
                          image ->
                              images.computeIfAbsent(variable, v -> new TreeSet<>()).add(image)));
    }
    return images;
  }
}
