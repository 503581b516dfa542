package dev.faultlab.plan;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Template;
import dev.faultlab.lab.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes a plan; the same declaration and choices always give the same plan. */
public final class Planner {
  private final Lab lab;

  public Planner(Lab lab) {
    this.lab = lab;
  }

  /**
   * Plans a run.
   *
   * @throws Parameter.BadParameter when a choice is not allowed, or leaves nothing to run
   */
  public Plan plan(Choices choices) {
    Map<String, List<String>> parameters = parameters(choices);
    List<Cell> cells = new ArrayList<>();
    for (Variant variant : variants(choices)) {
      for (Map<String, String> point : points(variant, parameters)) {
        cells.add(cell(variant, point, parameters, choices.quick()));
      }
    }
    if (cells.isEmpty()) {
      throw new Parameter.BadParameter(
          "nothing to run: no chosen variant exists at the chosen parameters " + parameters);
    }
    int trials = Integer.parseInt(parameters.get("trials").get(0));
    return new Plan(
        lab, parameters, choices.quick(), List.copyOf(cells), interleave(cells, trials));
  }

  /**
   * Every cell once per round (A B C, B C A, C A B), so that drift of the machine hits all cells
   * alike and no cell always runs behind the same neighbour.
   */
  static List<PlannedTrial> interleave(List<Cell> cells, int rounds) {
    List<PlannedTrial> trials = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < cells.size(); i++) {
        Cell cell = cells.get((round + i) % cells.size());
        if (round == 0 || !cell.variant().once()) {
          trials.add(new PlannedTrial(cell, round + 1));
        }
      }
    }
    return List.copyOf(trials);
  }

  private Map<String, List<String>> parameters(Choices choices) {
    for (String name : choices.given().keySet()) {
      if (!lab.parameters().containsKey(name)) {
        throw new Parameter.BadParameter(
            "lab "
                + lab.name()
                + " has no parameter '"
                + name
                + "'; known: "
                + String.join(", ", lab.parameters().keySet()));
      }
    }
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (Parameter parameter : lab.parameters().values()) {
      String text = choices.given().get(parameter.name());
      values.put(
          parameter.name(),
          text != null
              ? parameter.parse(text)
              : choices.quick() ? parameter.quick() : parameter.defaults());
    }
    return values;
  }

  private List<Variant> variants(Choices choices) {
    if (choices.variants().isEmpty()) {
      return lab.variants().stream().filter(v -> v.quick() || !choices.quick()).toList();
    }
    for (String id : choices.variants()) {
      if (lab.variant(id).isEmpty()) {
        throw new Parameter.BadParameter(
            "lab "
                + lab.name()
                + " has no variant '"
                + id
                + "'; known: "
                + String.join(", ", lab.variants().stream().map(Variant::id).toList()));
      }
    }
    return lab.variants().stream().filter(v -> choices.variants().contains(v.id())).toList();
  }

  private static List<Map<String, String>> points(
      Variant variant, Map<String, List<String>> parameters) {
    List<Map<String, String>> points = List.of(Map.of());
    for (String axis : variant.matrix()) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> point : points) {
        for (String value : parameters.get(axis)) {
          if (variant.onlyAt().containsKey(axis)
              && !variant.onlyAt().get(axis).allows(Integer.parseInt(value))) {
            continue;
          }
          Map<String, String> next = new LinkedHashMap<>(point);
          next.put(axis, value);
          longer.add(next);
        }
      }
      points = longer;
    }
    return points;
  }

  private Cell cell(
      Variant variant,
      Map<String, String> point,
      Map<String, List<String>> parameters,
      boolean quick) {
    Map<String, String> settings = new LinkedHashMap<>();
    parameters.forEach((name, values) -> settings.put(name, String.join(",", values)));
    settings.put("quick", Boolean.toString(quick));
    settings.putAll(point);
    variant.with().forEach((name, text) -> settings.put(name, text));
    settings.replaceAll(
        (name, text) ->
            variant.with().containsKey(name)
                ? Template.fill(text, without(settings, name, text))
                : text);
    StringBuilder id = new StringBuilder(variant.id());
    point.forEach((axis, value) -> id.append('@').append(axis).append('=').append(value));
    return new Cell(id.toString(), variant, point, settings, stack(variant, settings));
  }

  /**
   * A variant may narrow a parameter by its own name ({@code threads: "8"}), but not refer to
   * itself.
   */
  private static Map<String, String> without(
      Map<String, String> settings, String name, String text) {
    if (!Template.names(text).contains(name)) {
      return settings;
    }
    Map<String, String> others = new LinkedHashMap<>(settings);
    others.remove(name);
    return others;
  }

  private StackSpec stack(Variant variant, Map<String, String> settings) {
    Map<String, String> variables = new TreeMap<>();
    lab.stack().forEach((name, text) -> variables.put(name, Template.fill(text, settings)));
    variant.stack().forEach((name, text) -> variables.put(name, Template.fill(text, settings)));
    Map<String, String> images = new TreeMap<>();
    lab.images().forEach((name, role) -> images.put(name, Template.fill(role, settings)));
    return new StackSpec(lab.name(), variables, images);
  }
}
