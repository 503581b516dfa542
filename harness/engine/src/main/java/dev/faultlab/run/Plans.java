package dev.faultlab.run;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Places;
import dev.faultlab.lab.Requirement;
import dev.faultlab.observation.LabSignatures;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plans of labs with exact versions; nothing is started, and no engine is needed. */
public record Plans(ImageSource images) {

  /**
   * The plan of a lab, with exact versions.
   *
   * @throws LabException when its declaration is wrong
   */
  public Plan of(Lab lab, Choices choices) {
    requireDeclared(lab);
    Map<String, List<Value>> given = new LinkedHashMap<>(choices.given());
    lab.parameters()
        .forEach(
            (name, parameter) ->
                given.computeIfPresent(
                    name, (n, values) -> values.stream().map(v -> exact(parameter, v)).toList()));
    return new Planner(lab).plan(new Choices(given, choices.variants(), choices.form()));
  }

  /** A value of an axis, or the version that {@code newest} means now. */
  public Value exact(Parameter axis, Value value) {
    return axis.binding()
        .filter(binding -> value.equals(Value.NEWEST))
        .map(binding -> Value.of(images.newest(binding.requirement())))
        .orElse(value);
  }

  /**
   * The work that the estimated time leaves out, as a sentence; empty if everything is here.
   *
   * @throws RuntimeException when one of its images has a meaningless name
   */
  public Optional<String> missing(Plan plan) {
    List<String> missing;
    try {
      missing = images.missing(plan.requirements());
    } catch (NoSuchImageException e) {
      throw new NoSuchImageException(asking(plan, e.getMessage()) + e.getMessage());
    }
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "missing, so built first (not part of that time): " + String.join(", ", missing));
  }

  /** Where the declaration asks for what does not exist. */
  private String asking(Plan plan, String why) {
    for (Requirement one : plan.requirements()) {
      try {
        images.missing(List.of(one));
      } catch (ImageException e) {
        if (why.equals(e.getMessage())) {
          return Places.of(plan.lab()).of(one) + ": ";
        }
      }
    }
    return "";
  }

  /** Rejects a wrong declaration, as far as that shows without an engine. */
  static void requireDeclared(Lab lab) {
    List<LabSignatures.Flaw> flaws = new LabSignatures(lab).problems();
    if (!flaws.isEmpty()) {
      Places places = Places.of(lab);
      reject(flaws.stream().map(flaw -> flaw.place(places) + ": " + flaw).toList());
    }
  }

  static void reject(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new LabException(String.join("\n", problems));
    }
  }
}
