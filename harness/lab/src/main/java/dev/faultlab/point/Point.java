package dev.faultlab.point;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The identity of everything that is measured: a variant, and its value on each axis that it uses.
 *
 * @param variant id of the variant
 * @param at axis to value, in the order in which the lab declares its axes; equality does not
 *     depend on the order
 */
public record Point(String variant, Map<String, Value> at) implements Comparable<Point> {

  public Point {
    at = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(at));
  }

  /** So that a hash table finds points of one hash without comparing all of them. */
  @Override
  public int compareTo(Point other) {
    return sorted().compareTo(other.sorted());
  }

  private String sorted() {
    return variant + new TreeMap<>(at);
  }

  /** The value on an axis; empty if the variant does not use the axis. */
  public Optional<Value> on(String axis) {
    return Optional.ofNullable(at.get(axis));
  }

  /** Whether the two have the same value on every common axis, except these. */
  public boolean agreesWith(Point other, Set<String> ignoredAxes) {
    return at.entrySet().stream()
        .filter(setting -> !ignoredAxes.contains(setting.getKey()))
        .allMatch(s -> s.getValue().equals(other.at.getOrDefault(s.getKey(), s.getValue())));
  }

  /** The point without those axes. */
  public Point without(Set<String> axes) {
    Map<String, Value> rest = new LinkedHashMap<>(at);
    rest.keySet().removeAll(axes);
    return new Point(variant, rest);
  }

  /** The point with more settings. */
  public Point with(Map<String, Value> more) {
    Map<String, Value> settings = new LinkedHashMap<>(at);
    settings.putAll(more);
    return new Point(variant, settings);
  }

  /** For people: {@code shared-name, jdk 17, coredns 1.15.0}. */
  public String words() {
    return at.isEmpty() ? variant : variant + ", " + settings();
  }

  /** Only the settings: {@code jdk 17, coredns 1.15.0}. */
  public String settings() {
    return at.entrySet().stream()
        .map(s -> s.getKey() + " " + s.getValue())
        .collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return words();
  }
}
