package dev.faultlab.lab;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.version.VersionOrder;
import dev.faultlab.version.VersionRange;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The versions of a component with a lab's incident.
 *
 * @param component whose version decides: the axis, or what the fault follows instead
 * @param source where that is published or measured
 * @param named value of the axis, such as a Debian suite, to the version behind it
 */
public record Faulty(
    String component, VersionRange range, String source, Map<String, String> named) {

  /**
   * From a lab's declaration.
   *
   * @throws MisplacedException when the range cannot be read in that order
   */
  static Faulty declared(String component, JsonNode node) {
    try {
      VersionOrder order =
          VersionOrder.valueOf(node.path("order").asText().toUpperCase(Locale.ROOT));
      return new Faulty(
          node.path("follows").asText(component),
          new VersionRange(order, node.path("range").asText()),
          node.path("source").asText(),
          LabMapper.texts(node.path("named")));
    } catch (IllegalArgumentException e) {
      String why = "faulty.%s: %s".formatted(component, e.getMessage());
      throw new MisplacedException(why, "faulty", component, "range");
    }
  }

  /** Whether a version, or a value of the axis, is one of them; empty if that is unknown. */
  public Optional<Boolean> has(String version) {
    return range.contains(known(version));
  }

  /** The version behind a value of the axis. */
  public String known(String value) {
    return named.getOrDefault(value, value);
  }

  /** The same of the newest release of a line, such as 24. */
  public Optional<Boolean> newest(String line) {
    return line.matches("[0-9.]+") ? has(line + ".9999.0") : Optional.empty();
  }

  /** A value of the axis for a version. */
  public String value(String version) {
    return named.entrySet().stream()
        .filter(e -> e.getValue().equals(version))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(version);
  }
}
