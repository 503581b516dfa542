package dev.faultlab.plan;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.OnDemandService;
import dev.faultlab.lab.Requirement;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.Step;
import dev.faultlab.lab.Template;
import dev.faultlab.point.Point;
import dev.faultlab.point.Selector;
import dev.faultlab.point.Value;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything a run will do.
 *
 * @param lab the declaration
 * @param parameters effective values of every parameter
 * @param form whose defaults were used
 * @param cells in the order of the verdict table
 * @param trials in the preferred order; in the short form, those whose stack is up begin
 * @param comparedPoints points that are compared in addition to the lab's declaration, and so must
 *     be measured at the same time
 */
public record Plan(
    Lab lab,
    Map<String, List<Value>> parameters,
    RunForm form,
    List<Cell> cells,
    List<PlannedTrial> trials,
    List<Set<Point>> comparedPoints) {
  private static final int ROOM = 2;

  /** The cell of a point. */
  public Cell cell(Point point) {
    return cells.stream().filter(cell -> cell.point().equals(point)).findFirst().orElseThrow();
  }

  /** Whether a point needs no more trials once each of its faults has shown. */
  public boolean endsEarly(Point point) {
    return parameters.getOrDefault(Lab.UNTIL_DECIDED, List.of()).stream()
        .map(Value::toString)
        .anyMatch(where -> where.equals("true") || Selector.parse(where).matches(point));
  }

  /** Any cell of a stack, for what all of them share. */
  public Cell anyOn(StackSpec stack) {
    return on(stack).findFirst().orElseThrow();
  }

  /** The cells whose trials decide the verdict. */
  public List<Cell> judged() {
    return cells.stream().filter(Cell::judged).toList();
  }

  /** Why this run cannot judge everything, whatever it finds: see {@link MissingControls}. */
  public List<String> oneSided() {
    List<PointExpectation> expectations =
        cells.stream().flatMap(cell -> PointExpectation.of(cell).stream()).toList();
    return MissingControls.sentences(expectations, expectations, point -> cell(point).id());
  }

  /** The distinct stacks, in the order in which they are first needed. */
  public Set<StackSpec> stacks() {
    Set<StackSpec> stacks = new LinkedHashSet<>();
    cells.forEach(cell -> stacks.add(cell.stack()));
    return stacks;
  }

  /** Services of a stack that none of its trials needs. */
  public Set<String> idle(StackSpec stack) {
    Map<String, OnDemandService> onDemand = lab.stack().onDemand();
    Set<String> idle = new LinkedHashSet<>(onDemand.keySet());
    idle.removeIf(
        name ->
            on(stack).anyMatch(cell -> onDemand.get(name).needed(name, cell.point(), steps(cell))));
    return idle;
  }

  /**
   * Compose variable to its requirement: the images of a stack, without those of its idle services.
   */
  public Map<String, Requirement> images(StackSpec stack) {
    Map<String, Requirement> images = new TreeMap<>(stack.images());
    Map<String, OnDemandService> services = new LinkedHashMap<>(lab.stack().onDemand());
    services.keySet().removeAll(idle(stack));
    services.values().forEach(service -> images.putAll(service.images()));
    return images;
  }

  /** The requirements of all stacks, each once. */
  public Set<Requirement> requirements() {
    Set<Requirement> requirements = new LinkedHashSet<>();
    stacks().forEach(stack -> requirements.addAll(images(stack).values()));
    return requirements;
  }

  private List<Step> steps(Cell cell) {
    return lab.procedures().get(cell.variant().trial().procedure()).steps();
  }

  private Stream<Cell> on(StackSpec stack) {
    return cells.stream().filter(cell -> cell.stack().equals(stack));
  }

  /**
   * The same run with only these cells. Their trials keep the order of the whole run, and the
   * parameters stay those of the whole.
   */
  public Plan only(Collection<Cell> kept) {
    Set<Point> points = kept.stream().map(Cell::point).collect(Collectors.toSet());
    return new Plan(
        lab,
        parameters,
        form,
        cells.stream().filter(kept::contains).toList(),
        trials.stream().filter(trial -> points.contains(trial.point())).toList(),
        comparedPoints.stream().filter(points::containsAll).toList());
  }

  /** The part of this run with only these trials, and with the stacks that they need. */
  public Plan with(List<PlannedTrial> remaining) {
    Set<StackSpec> needed =
        remaining.stream().map(t -> cell(t.point()).stack()).collect(Collectors.toSet());
    Plan part = only(cells.stream().filter(cell -> needed.contains(cell.stack())).toList());
    return new Plan(lab, parameters, form, part.cells, remaining, part.comparedPoints);
  }

  /** How many trials a cell has. */
  public int trials(Cell cell) {
    return (int) trials.stream().filter(trial -> trial.point().equals(cell.point())).count();
  }

  /** MiB that stacks of this plan need together, by the lab's declaration; 0 if it has none. */
  public int mebibytes(Collection<StackSpec> stacks) {
    return stacks.stream().mapToInt(this::mebibytes).sum();
  }

  private int mebibytes(StackSpec stack) {
    Map<String, String> memory = new LinkedHashMap<>(lab.stack().memory());
    memory.keySet().removeAll(idle(stack));
    return maxMebibytes(stack, memory.values());
  }

  /** The most MiB that these take together in a trial of the stack. */
  private int maxMebibytes(StackSpec stack, Collection<String> texts) {
    return on(stack)
        .mapToInt(cell -> texts.stream().mapToInt(text -> mebibytes(text, cell)).sum())
        .max()
        .orElse(0);
  }

  /**
   * Service to the MiB at which the kernel kills it, twice the lab's declaration. A program that
   * grows without end does not take over the machine, and one that needs a little more than
   * elsewhere (more cores, another JDK) does not fail its trial.
   */
  public Map<String, Integer> memoryLimits(StackSpec stack) {
    Map<String, Integer> limits = new LinkedHashMap<>();
    lab.stack()
        .memory()
        .forEach((name, text) -> limits.put(name, ROOM * maxMebibytes(stack, List.of(text))));
    limits.values().removeIf(max -> max == 0);
    return limits;
  }

  private static int mebibytes(String text, Cell cell) {
    return Stream.of(Template.fill(text, cell.settings()).split("\\+"))
        .mapToInt(number -> Integer.parseInt(number.strip()))
        .sum();
  }
}
