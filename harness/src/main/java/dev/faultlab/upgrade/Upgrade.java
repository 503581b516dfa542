package dev.faultlab.upgrade;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is asked.
 *
 * @param from component, which is the name of an axis, to the version that the team has
 * @param to the candidates; each has a version of the same components
 * @param quick the quick form: signatures only
 * @param worseThan by how much a metric must change to count, beyond noise; 0.1 is 10 %
 * @param accepted findings that do not count as worse
 */
public record Upgrade(
    Map<String, Value> from,
    List<Map<String, Value>> to,
    boolean quick,
    double worseThan,
    List<Acceptance> accepted) {

  /** The names of what is changed. */
  @JsonIgnore
  public Set<String> components() {
    return from.keySet();
  }

  /** {@code jdk 8}. */
  public static String words(Map<String, Value> versions) {
    return new Point("", versions).settings();
  }

  /** {@code from jdk 8 to jdk 17 or jdk 25}. */
  public String words() {
    return "from "
        + words(from)
        + " to "
        + to.stream().map(Upgrade::words).collect(Collectors.joining(" or "));
  }
}
