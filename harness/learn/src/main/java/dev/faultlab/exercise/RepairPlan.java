package dev.faultlab.exercise;

import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.lab.Expected;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.StackSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The plan that shows whether files are a cure: the fault as the lab declares it, the same trial
 * with the files, and the guards' trials with them. It is the lab's own plan with other variants,
 * so it runs like any other.
 */
public final class RepairPlan {
  private static final String FOUND = "-as-found";
  private static final String YOURS = "-yours";

  /** Files that were put into a lab. */
  public record Attempt(Exercise<Repair> repair, InstalledFiles fitting) {}

  /**
   * What is run. Two variants with the same experiment share one trial: a fault that several
   * repairs begin with, or one that another repair's guard uses.
   */
  private record Experiment(
      StackSpec stack,
      Map<String, String> settings,
      String procedure,
      boolean capture,
      Map<String, String> inputs,
      String apart) {
    static Experiment of(Cell cell, String apart) {
      Variant variant = cell.variant();
      return new Experiment(
          cell.stack(),
          cell.settings(),
          variant.trial().procedure(),
          variant.trial().capture(),
          variant.trial().inputs(),
          apart);
    }
  }

  private final Lab lab;
  private final List<Variant> variants;
  private final Map<String, String> carriers = new LinkedHashMap<>();

  /**
   * @param attempts at repairs of that lab; those with equal containers share them
   */
  public RepairPlan(Lab lab, List<Attempt> attempts) {
    this.lab = lab;
    Map<Experiment, Variant> kept = new LinkedHashMap<>();
    for (Cell cell : Exercise.plan(lab, asked(attempts)).cells()) {
      Variant variant = cell.variant();
      Experiment same = Experiment.of(cell, "");
      if (Optional.ofNullable(kept.get(same)).filter(one -> contradict(one, variant)).isPresent()) {
        same = Experiment.of(cell, variant.id());
      }
      Variant one = kept.merge(same, variant, RepairPlan::expectingBoth);
      carriers.put(variant.id(), one.id());
    }
    this.variants = List.copyOf(kept.values());
  }

  /** All trials, one each. */
  public Plan plan() {
    return Exercise.plan(lab, variants);
  }

  private static List<Variant> asked(List<Attempt> attempts) {
    List<Variant> all = new ArrayList<>();
    for (Attempt attempt : attempts) {
      all.add(fault(attempt.repair()));
      all.add(yours(attempt));
      attempt
          .repair()
          .task()
          .guards()
          .forEach(
              (id, guard) -> guard.variant().ifPresent(name -> all.add(guard(attempt, id, name))));
    }
    return all;
  }

  private static boolean contradict(Variant one, Variant other) {
    return one.expect().entrySet().stream()
        .anyMatch(e -> !other.expect().getOrDefault(e.getKey(), e.getValue()).equals(e.getValue()));
  }

  private static Variant expectingBoth(Variant one, Variant other) {
    Map<String, Expected> expect = new LinkedHashMap<>(one.expect());
    expect.putAll(other.expect());
    return one.expecting(expect);
  }

  /** Only the repair's own trial with the files, for looking around. */
  public static Plan alone(Attempt attempt) {
    return Exercise.plan(attempt.repair().lab(), List.of(yours(attempt)));
  }

  private static Variant fault(Exercise<Repair> repair) {
    Variant fault = repair.variant(repair.task().variant());
    return repair.derived(
        fault,
        repair.id() + FOUND,
        "as the lab has it",
        List.of(fault.trial().with(), repair.task().with()),
        List.of(fault.stack()),
        Map.of(repair.task().signature(), expected(Presence.PRESENT)));
  }

  private static Variant yours(Attempt attempt) {
    Repair task = attempt.repair().task();
    Map<String, Expected> expect = new LinkedHashMap<>();
    expect.put(task.signature(), expected(Presence.ABSENT));
    task.guards().values().stream()
        .filter(guard -> guard.variant().isEmpty())
        .forEach(guard -> expect.putAll(expectedOf(guard)));
    return with(attempt, task.variant(), YOURS, "with your files", task.with(), expect);
  }

  private static Variant guard(Attempt attempt, String id, String name) {
    Guard guard = attempt.repair().task().guards().get(id);
    String title = "with your files: " + attempt.repair().variant(name).title();
    return with(attempt, name, "-" + id, title, guard.with(), expectedOf(guard));
  }

  private static Variant with(
      Attempt attempt,
      String name,
      String suffix,
      String title,
      Map<String, String> with,
      Map<String, Expected> expect) {
    Exercise<Repair> repair = attempt.repair();
    Variant from = repair.variant(name);
    return repair.derived(
        from,
        repair.id() + suffix,
        title,
        List.of(from.trial().with(), with, attempt.fitting().with()),
        List.of(from.stack(), repair.task().stack(), attempt.fitting().stack()),
        expect);
  }

  /** Ids of the variants that matter to a repair. */
  List<String> points(Exercise<Repair> repair) {
    List<String> ids = new ArrayList<>(List.of(faultId(repair), yoursId(repair)));
    repair.task().guards().keySet().forEach(guard -> ids.add(guardId(repair, guard)));
    return ids;
  }

  /** The variant whose trial shows the fault without the files. */
  String faultId(Exercise<Repair> repair) {
    return carriers.get(repair.id() + FOUND);
  }

  /** The variant whose trial has the files. */
  String yoursId(Exercise<Repair> repair) {
    return carriers.get(repair.id() + YOURS);
  }

  /** The variant for a guard's trial. */
  String guardId(Exercise<Repair> repair, String guard) {
    return repair.task().guards().get(guard).variant().isEmpty()
        ? yoursId(repair)
        : carriers.get(repair.id() + "-" + guard);
  }

  private static Map<String, Expected> expectedOf(Guard guard) {
    return guard
        .signature()
        .map(absent -> Map.of(absent, expected(Presence.ABSENT)))
        .orElse(Map.of());
  }

  private static Expected expected(Presence presence) {
    return Expected.always(new Expectation(presence, Optional.empty()));
  }
}
