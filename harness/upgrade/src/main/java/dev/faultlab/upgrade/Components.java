package dev.faultlab.upgrade;

import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Parameter;
import dev.faultlab.point.Value;
import dev.faultlab.text.Suggestion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What an upgrade can change in labs: components with any version, and settings. */
public final class Components {
  private Components() {}

  /** The components that a lab does not have. */
  static List<String> lacking(Lab lab, Upgrade upgrade) {
    return upgrade.components().stream().filter(name -> !of(lab).containsKey(name)).toList();
  }

  /** Why a lab does not run with a version of the question; empty if it runs with all. */
  static Optional<String> refusal(Lab lab, Upgrade upgrade) {
    return Stream.concat(Stream.of(upgrade.from()), upgrade.to().stream())
        .flatMap(side -> side.entrySet().stream())
        .filter(side -> of(lab).containsKey(side.getKey()))
        .flatMap(side -> refusal(of(lab).get(side.getKey()), side.getValue()).stream())
        .findFirst();
  }

  /** Why a component cannot have a version; empty if it can. */
  public static Optional<String> refusal(Parameter component, Value version) {
    try {
      component.allowed(List.of(version));
      return Optional.empty();
    } catch (BadQuestion e) {
      return Optional.of(e.getMessage().replaceFirst("^--", ""));
    }
  }

  /** The changeable components of a lab, by name. */
  public static Map<String, Parameter> of(Lab lab) {
    Map<String, Parameter> open = new LinkedHashMap<>();
    lab.axes().stream().filter(Parameter::isOpen).forEach(axis -> open.put(axis.name(), axis));
    lab.settings().forEach((name, setting) -> open.put(name, setting.parameter()));
    return open;
  }

  /** A component as each of the labs has it. */
  static List<Parameter> axes(String component, List<Lab> labs) {
    return labs.stream().map(lab -> of(lab).get(component)).filter(Objects::nonNull).toList();
  }

  /** What a mistyped component may mean, and those that these labs have. */
  static String hint(String name, List<Lab> labs) {
    return Suggestion.phrase(name, names(labs))
            .map(asked -> asked + " There are ")
            .orElse("; there are ")
        + allNames(labs);
  }

  /** The names of all, such as {@code go, jdk, kafka}. */
  static String allNames(List<Lab> labs) {
    Set<String> names = names(labs);
    return names.isEmpty() ? "none in these labs" : String.join(", ", names);
  }

  private static Set<String> names(List<Lab> labs) {
    Set<String> names = new TreeSet<>();
    labs.forEach(lab -> names.addAll(of(lab).keySet()));
    return names;
  }
}
