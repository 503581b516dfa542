package dev.faultlab.lab;

import com.fasterxml.jackson.databind.JsonNode;
import dev.faultlab.version.VersionOrder;
import dev.faultlab.version.VersionRange;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The versions of a component with a lab's incident.
 *
 * @param component whose version decides: the axis, or what the fault follows instead
 * @param settings of GODEBUG, whose defaults follow the language version of Go
 * @param later empty; or releases of Go, and the range of language versions that counts with those
 * @param source where that is published or measured
 * @param named value of the axis, such as a Debian suite, to the version behind it
 */
public record Faulty(
    String component,
    VersionRange range,
    String source,
    Map<String, String> named,
    List<String> settings,
    List<VersionRange> later) {

  /**
   * Reads the faulty versions in a lab's declaration.
   *
   * @throws MisplacedException when the range cannot be read in that order
   */
  static Faulty declared(String component, JsonNode node) {
    try {
      VersionOrder order =
          VersionOrder.valueOf(node.path("order").asText().toUpperCase(Locale.ROOT));
      return new Faulty(
          node.has("follows") ? "go-language" : component,
          new VersionRange(order, node.path("range").asText()),
          node.path("source").asText(),
          LabMapper.texts(node.path("named")),
          LabMapper.list(node.at("/follows/godebug"), JsonNode::asText),
          LabMapper.list(node.at("/follows/later"), one -> new VersionRange(order, one.asText())));
    } catch (IllegalArgumentException e) {
      String why = "faulty.%s: %s".formatted(component, e.getMessage());
      throw new MisplacedException(why, "faulty", component, "range");
    }
  }

  /** Whether a version, or a value of the axis, is one of them; empty if that is unknown. */
  public Optional<Boolean> has(String version) {
    return has(versionOf(version), Optional.of(versionOf(version)));
  }

  /**
   * Whether a program of Go is faulty by its language version.
   *
   * @param release that builds it; without one, any that is not older than the language version
   */
  public Optional<Boolean> has(String language, Optional<String> release) {
    return verdictBy(range -> range.contains(language), release, language);
  }

  /** The same for a release, regardless of the language version. */
  public Optional<Boolean> upTo(String release) {
    return verdictBy(range -> range.upTo(release), Optional.of(release), release);
  }

  private Optional<Boolean> verdictBy(
      Function<VersionRange, Optional<Boolean>> has, Optional<String> release, String oldest) {
    Optional<Boolean> first = has.apply(range);
    if (later.isEmpty()) {
      return first;
    }
    Optional<Boolean> then = has.apply(later.get(1));
    return later
        .get(0)
        .contains(release.orElse(oldest))
        .filter(is -> is || release.isPresent())
        .map(is -> is ? then : first)
        .orElse(first.equals(then) ? first : Optional.empty());
  }

  /** The version behind a value of the axis. */
  public String versionOf(String value) {
    return named.getOrDefault(value, value);
  }

  /** The same for the newest release of a line, such as 24. */
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
