package dev.faultlab.plan;

import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.point.Point;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a verdict still needs. It needs both sides: a fault seen without a control may be a detector
 * that always fires, a healthy control alone a detector that never does.
 */
public final class MissingControls {
  private MissingControls() {}

  /**
   * A sentence for each signature, place and side without a counterpart.
   *
   * @param expectations sides, among which a counterpart may be
   */
  public static List<String> sentences(
      Collection<PointExpectation> sides,
      Collection<PointExpectation> expectations,
      Function<Point, String> names) {
    Map<List<Object>, List<PointExpectation>> bySides =
        sides.stream()
            .filter(side -> expectations.stream().noneMatch(side::opposes))
            .collect(
                Collectors.groupingBy(
                    side -> List.of(side.signature(), side.point().at(), side.presence()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return bySides.values().stream().map(group -> sentence(group, names)).toList();
  }

  private static String sentence(List<PointExpectation> group, Function<Point, String> names) {
    PointExpectation first = group.get(0);
    String other = first.presence() == Presence.PRESENT ? "absent" : "present";
    return "%s at %s: nothing there expects %s, but a verdict needs a control; %s"
        .formatted(
            first.signature(),
            group.stream().map(side -> names.apply(side.point())).collect(Collectors.joining(", ")),
            other,
            suggestion(group, other));
  }

  /** Names the points that could be a control for this group. */
  private static String suggestion(List<PointExpectation> group, String other) {
    Point point = group.get(0).point();
    Set<String> components = new TreeSet<>();
    group.forEach(side -> components.addAll(side.dependsOn()));
    String place = point.at().isEmpty() ? "" : " at " + point.settings();
    String version =
        components.isEmpty()
            ? ""
            : ", or run a value of %s that changes what is expected"
                .formatted(String.join(" or ", components));
    return "add a variant that expects " + other + place + version;
  }
}
