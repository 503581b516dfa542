package dev.faultlab.plan;

import dev.faultlab.effect.Effect;
import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.EffectSpec;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.Requirement;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.Template;
import dev.faultlab.lab.Variant;
import dev.faultlab.point.Point;
import dev.faultlab.point.Projection;
import dev.faultlab.point.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes a plan; the same declaration and choices always give the same plan. */
public record Planner(Lab lab) {

  /**
   * Plans a run.
   *
   * @throws BadQuestion when a choice is not allowed, has no effect, or leaves nothing to run
   */
  public Plan plan(Choices choices) {
    List<Cell> cells = cells(choices);
    Map<String, List<Value>> parameters = parameters(choices);
    new UnusedChoices(lab, choices, cells.stream().map(Cell::point).toList())
        .refuse(chosenValues(choices));
    if (cells.isEmpty()) {
      throw new BadQuestion(
          "nothing to run: no chosen variant exists at the chosen parameters " + parameters);
    }
    List<PlannedTrial> trials = trials(cells, parameters, choices);
    return new Plan(lab, parameters, choices.form(), cells, trials, List.of());
  }

  /**
   * Plans a run of exactly these points, for questions that are not a product of values (two
   * components that change together, say).
   *
   * @param points in the order of the table
   * @param choices other choices; their axes only fill what a point lacks
   * @param comparedPoints points that are compared with each other, and so are measured at the same
   *     time
   * @throws BadQuestion when a choice is not allowed, or the lab has no such variant
   */
  public Plan plan(
      Collection<Point> points, Choices choices, Collection<? extends Set<Point>> comparedPoints) {
    Map<String, List<Value>> parameters = parameters(choices);
    for (Parameter axis : lab.axes()) {
      Set<Value> values = Projection.values(axis.name(), points);
      if (!values.isEmpty()) {
        parameters.put(axis.name(), List.copyOf(values));
      }
    }
    List<Cell> cells = points.stream().map(p -> cell(p, parameters, choices.form())).toList();
    List<Set<Point>> compared =
        comparedPoints.stream()
            .map(set -> points.stream().filter(set::contains).collect(Collectors.toSet()))
            .toList();
    List<PlannedTrial> trials = trials(cells, parameters, choices);
    return new Plan(lab, parameters, choices.form(), cells, trials, compared);
  }

  /**
   * The cells of the choices, in the order of the table; empty if no variant exists there.
   *
   * @throws BadQuestion when a choice is not allowed
   */
  public List<Cell> cells(Choices choices) {
    Map<String, List<Value>> given = chosenValues(choices);
    Map<String, List<Value>> parameters = parameters(choices);
    List<Cell> cells = new ArrayList<>();
    for (Variant variant : variants(choices)) {
      Points points = new Points(lab, variant, given, choices.form());
      for (Point point : points.all(!choices.variants().isEmpty())) {
        cells.add(cell(variant, point, points.id(point), parameters, choices.form()));
      }
    }
    return List.copyOf(cells);
  }

  /**
   * The short form is for the verdict, which rests on counts, so its trials may run side by side.
   * After them come more trials of the points whose effect it measures, one at a time, and as many
   * as an effect needs. A requested number applies to all points.
   */
  private List<PlannedTrial> trials(
      List<Cell> cells, Map<String, List<Value>> parameters, Choices choices) {
    int trials = Integer.parseInt(parameters.get(Lab.TRIALS).get(0).toString());
    boolean runAlone =
        choices.form() == RunForm.FULL
            || trials >= Effect.MINIMUM_SAMPLES
            || parameters.containsKey(Lab.UNTIL_DECIDED);
    List<PlannedTrial> planned = new ArrayList<>(interleave(cells, 1, trials, runAlone));
    if (!runAlone && !choices.given().containsKey(Lab.TRIALS)) {
      planned.addAll(interleave(measured(cells), trials + 1, Effect.MINIMUM_SAMPLES, true));
    }
    return List.copyOf(planned);
  }

  /** Both sides of the effects that the short form measures, in the order of the table. */
  private List<Cell> measured(List<Cell> cells) {
    Set<Cell> sides = new HashSet<>();
    for (EffectSpec effect : lab.effects()) {
      if (RunForm.SHORT.has(effect.minForm())) {
        effect.pairs(cells, Cell::point).findFirst().ifPresent(sides::addAll);
      }
    }
    return cells.stream().filter(sides::contains).toList();
  }

  private Map<String, List<Value>> parameters(Choices choices) {
    Map<String, List<Value>> given = chosenValues(choices);
    Map<String, List<Value>> parameters = new LinkedHashMap<>();
    lab.parameters()
        .forEach(
            (name, parameter) ->
                parameters.put(name, given.getOrDefault(name, parameter.values(choices.form()))));
    Optional.ofNullable(choices.given().get(Lab.UNTIL_DECIDED))
        .ifPresent(yes -> parameters.put(Lab.UNTIL_DECIDED, yes));
    return parameters;
  }

  /**
   * The cell of a point that was planned before, with today's declaration.
   *
   * @throws BadQuestion when the lab does not have its variant any more
   */
  public Cell cell(Point point, Map<String, List<Value>> parameters, RunForm form) {
    Variant variant = variant(point.variant());
    Map<String, List<Value>> known = new LinkedHashMap<>();
    lab.parameters()
        .forEach((name, axis) -> known.put(name, parameters.getOrDefault(name, axis.defaults())));
    return cell(variant, point, new Points(lab, variant, Map.of(), form).id(point), known, form);
  }

  /**
   * Every cell once per round (A B C, B C A, C A B), so that drift of the machine affects all cells
   * alike and no cell always follows the same neighbour. In the first round, deciding cells come
   * before those that are only measured, because a person waits for the verdict.
   *
   * @param first number of the first round's trials
   * @param runAlone whether nothing else runs at the same time
   */
  static List<PlannedTrial> interleave(List<Cell> cells, int first, int rounds, boolean runAlone) {
    List<PlannedTrial> trials = new ArrayList<>();
    Stream.concat(
            cells.stream().filter(Cell::judged), cells.stream().filter(cell -> !cell.judged()))
        .forEach(cell -> trials.add(new PlannedTrial(cell.point(), first, runAlone)));
    for (int round = 1; round < rounds; round++) {
      for (int i = 0; i < cells.size(); i++) {
        Cell cell = cells.get((round + i) % cells.size());
        if (!cell.variant().trial().once()) {
          trials.add(new PlannedTrial(cell.point(), first + round, runAlone));
        }
      }
    }
    return List.copyOf(trials);
  }

  private Map<String, List<Value>> chosenValues(Choices choices) {
    Map<String, List<Value>> given = new LinkedHashMap<>();
    choices
        .given()
        .forEach(
            (name, asked) -> {
              Parameter parameter = lab.parameters().get(name);
              if (parameter == null && name.equals(Lab.UNTIL_DECIDED)) {
                return;
              }
              if (parameter == null) {
                throw unknown("parameter", name, lab.parameters().keySet());
              }
              given.put(name, parameter.allowed(asked));
            });
    return given;
  }

  private List<Variant> variants(Choices choices) {
    choices.variants().forEach(this::variant);
    return choices.variants().isEmpty()
        ? lab.variants()
        : lab.variants().stream().filter(v -> choices.variants().contains(v.id())).toList();
  }

  private Variant variant(String id) {
    return lab.variant(id)
        .orElseThrow(
            () -> unknown("variant", id, lab.variants().stream().map(Variant::id).toList()));
  }

  private BadQuestion unknown(String what, String name, Collection<String> known) {
    return new BadQuestion(
        "lab %s has no %s '%s'; known: %s"
            .formatted(lab.name(), what, name, String.join(", ", known)));
  }

  private Cell cell(
      Variant variant, Point point, String id, Map<String, List<Value>> parameters, RunForm form) {
    Map<String, String> settings = new LinkedHashMap<>();
    parameters.forEach((name, values) -> settings.put(name, Value.text(values)));
    settings.put("quick", Boolean.toString(form.quick()));
    lab.axes().stream()
        .filter(axis -> axis.defaults().contains(Value.NONE))
        .forEach(axis -> settings.put(axis.name(), Value.NONE.toString()));
    point.at().forEach((axis, value) -> settings.put(axis, value.toString()));
    settings.putAll(variant.trial().with());
    variant.trial().with().forEach((key, text) -> settings.put(key, Template.fill(text, settings)));
    return new Cell(point, id, variant, settings, stack(variant, settings));
  }

  private StackSpec stack(Variant variant, Map<String, String> settings) {
    Map<String, String> variables = new TreeMap<>();
    lab.stack()
        .variables()
        .forEach((name, text) -> variables.put(name, Template.fill(text, settings)));
    variant.stack().forEach((name, text) -> variables.put(name, Template.fill(text, settings)));
    Map<String, Requirement> images = new TreeMap<>();
    lab.stack().images().forEach((name, image) -> images.put(name, image.fill(settings)));
    return new StackSpec(lab.name(), variables, images);
  }
}
