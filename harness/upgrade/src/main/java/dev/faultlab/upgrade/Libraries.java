package dev.faultlab.upgrade;

import dev.faultlab.command.PlannedRuns;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Parameter;
import dev.faultlab.run.ImageSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Candidates by the names that registries have for them: {@code
 * lib:org.apache.kafka:kafka-clients=3.9.2} is the axis {@code kafka-clients} of the labs whose
 * programs use that library. {@code pypi:} and {@code npm:} keep other registries apart.
 */
public final class Libraries {
  private Libraries() {}

  /**
   * The axis that a component is.
   *
   * @param component as typed; without a registry it is an axis or a setting already
   * @throws BadQuestion naming the libraries that there are, or the axes if labs have several
   */
  public static String axis(String component, List<Lab> labs, PlannedRuns runs) {
    if (!component.matches("(lib|pypi|npm):.*")) {
      return component;
    }
    List<Map<String, String>> known =
        labs.stream().map(lab -> axes(List.of(lab), runs.images())).toList();
    Set<String> axes = new TreeSet<>();
    known.forEach(of -> Optional.ofNullable(of.get(component)).ifPresent(axes::add));
    if (axes.size() == 1) {
      return axes.iterator().next();
    }
    Set<String> libraries = new TreeSet<>();
    known.forEach(of -> libraries.addAll(of.keySet()));
    throw new BadQuestion(
        axes.isEmpty()
            ? "no lab has a program that uses %s; there are %s"
                .formatted(component, String.join(", ", libraries))
            : "%s is the axis %s; name one".formatted(component, String.join(" and ", axes)));
  }

  /** Each library that a lab has, such as {@code lib:GROUP:ARTIFACT}, to its axis. */
  public static Map<String, String> axes(List<Lab> labs, ImageSource images) {
    Map<String, String> known = new TreeMap<>();
    for (Lab lab : labs) {
      for (Parameter axis : lab.axes().stream().filter(Parameter::isOpen).toList()) {
        axis.binding()
            .flatMap(binding -> images.library(binding.requirement()))
            .ifPresent(name -> known.putIfAbsent(name, axis.name()));
      }
    }
    return known;
  }
}
