package dev.faultlab.upgrade;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultlab.lab.RunForm;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The question of an upgrade.
 *
 * @param from component, which is the name of an axis, to the team's version
 * @param to the candidates; each has a version of the same components
 * @param form the short one compares signatures only
 * @param worseThan the least relative change of a metric that counts, beyond noise; 0.1 is 10 %
 * @param accepted findings that do not count as worse
 */
public record Upgrade(
    Map<String, Value> from,
    List<Map<String, Value>> to,
    @JsonProperty("quick") RunForm form,
    double worseThan,
    List<Acceptance> accepted) {

  /** The names of the changed components. */
  @JsonIgnore
  public Set<String> components() {
    return from.keySet();
  }

  /** {@code jdk 8}. */
  public static String words(Map<String, Value> versions) {
    return new Point("", versions).settings();
  }

  /** {@code jdk=8}, as it is typed. */
  public static String typed(Map<String, Value> versions) {
    return String.join(",", versions.entrySet().stream().map(Object::toString).toList());
  }

  /** {@code from jdk 8 to jdk 17 or jdk 25}. */
  public String words() {
    String candidates = to.stream().map(Upgrade::words).collect(Collectors.joining(" or "));
    return "from " + words(from) + " to " + candidates;
  }
}
