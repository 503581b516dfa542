package dev.faultlab.exercise;

import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.lab.Expected;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Plan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The plan that shows whether files are a fix: the fault as the lab declares it, the same trial
 * with the files, and the guards' trials with them. It is the lab's own plan with other variants,
 * so it runs like any other.
 */
public final class RepairPlan {
  private static final String FOUND = "-as-found";
  private static final String YOURS = "-yours";

  /** Files that were put into a lab. */
  public record Attempt(Exercise<Repair> repair, InstalledFiles fitting) {}

  private RepairPlan() {}

  /**
   * All trials, one each.
   *
   * @param attempts at repairs of one lab; those with equal containers share them
   */
  public static Plan of(List<Attempt> attempts) {
    return Exercise.plan(attempts.get(0).repair().lab(), asked(attempts));
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
  static List<String> points(Exercise<Repair> repair) {
    List<String> ids = new ArrayList<>(List.of(faultId(repair), yoursId(repair)));
    repair.task().guards().keySet().forEach(guard -> ids.add(guardId(repair, guard)));
    return ids;
  }

  /** The variant whose trial shows the fault without the files. */
  static String faultId(Exercise<Repair> repair) {
    return repair.id() + FOUND;
  }

  /** The variant whose trial has the files. */
  static String yoursId(Exercise<Repair> repair) {
    return repair.id() + YOURS;
  }

  /** The variant for a guard's trial. */
  static String guardId(Exercise<Repair> repair, String guard) {
    return repair.task().guards().get(guard).variant().isEmpty()
        ? yoursId(repair)
        : repair.id() + "-" + guard;
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
