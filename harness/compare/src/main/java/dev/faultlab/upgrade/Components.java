package dev.faultlab.upgrade;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Parameter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What an upgrade can change in labs: components with any version, and settings. */
final class Components {
  private Components() {}

  /** The components that a lab does not have. */
  static Set<String> lacking(Lab lab, Upgrade upgrade) {
    Set<String> lacking = new LinkedHashSet<>(upgrade.components());
    lacking.removeAll(in(lab).keySet());
    return lacking;
  }

  /** The changeable components of a lab, by name. */
  static Map<String, Parameter> in(Lab lab) {
    Map<String, Parameter> open = new LinkedHashMap<>();
    lab.axes().stream().filter(Parameter::open).forEach(axis -> open.put(axis.name(), axis));
    lab.settings().forEach((name, setting) -> open.put(name, setting.parameter()));
    return open;
  }

  /** {@code jdk (charset, dns-java), go (dns-go)}; {@code none in these labs}. */
  static String known(List<Lab> labs) {
    Map<String, Set<String>> where = new TreeMap<>();
    labs.forEach(
        lab ->
            in(lab)
                .keySet()
                .forEach(
                    component ->
                        where.computeIfAbsent(component, c -> new TreeSet<>()).add(lab.name())));
    if (where.isEmpty()) {
      return "none in these labs";
    }
    return String.join(
        ", ",
        where.entrySet().stream()
            .map(e -> e.getKey() + " (" + String.join(", ", e.getValue()) + ")")
            .toList());
  }
}
