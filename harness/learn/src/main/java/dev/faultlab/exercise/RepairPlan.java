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
  /**
   * A learner's files that were put into a lab.
   *
   * @param with values for placeholders of the trials
   * @param stack compose variables
   * @param problems why the files cannot be used, with the line where known; empty if they can
   */
  public record Attempt(
      Exercise<Repair> repair,
      Map<String, String> with,
      Map<String, String> stack,
      List<String> problems) {

    private Variant variant(
        String name,
        String id,
        String title,
        Map<String, String> own,
        Map<String, Expected> expect) {
      return repair.derived(
          name, id, title, List.of(own, with), List.of(repair.task().stack(), stack), expect);
    }
  }

  private RepairPlan() {}

  /**
   * All trials, one each.
   *
   * @param attempts at repairs of one lab; those with equal containers share them
   */
  public static Plan of(List<Attempt> attempts) {
    List<Variant> variants = new ArrayList<>();
    for (Attempt attempt : attempts) {
      Exercise<Repair> repair = attempt.repair();
      Repair task = repair.task();
      variants.add(
          repair.derived(
              task.variant(),
              faultId(repair),
              "as the lab has it",
              List.of(task.with()),
              List.of(),
              Map.of(task.signature(), expected(Presence.PRESENT))));
      variants.add(learnerVariant(attempt));
      task.guards()
          .forEach(
              (id, guard) ->
                  guard.variant().ifPresent(name -> variants.add(guard(attempt, id, guard, name))));
    }
    return Exercise.plan(attempts.get(0).repair().lab(), variants);
  }

  /** Only the repair's own trial with the files, for looking around. */
  public static Plan ownOnly(Attempt attempt) {
    return Exercise.plan(attempt.repair().lab(), List.of(learnerVariant(attempt)));
  }

  private static Variant learnerVariant(Attempt attempt) {
    Repair task = attempt.repair().task();
    Map<String, Expected> expect = new LinkedHashMap<>();
    expect.put(task.signature(), expected(Presence.ABSENT));
    task.guards().values().stream()
        .filter(guard -> guard.variant().isEmpty())
        .forEach(guard -> expect.putAll(expectedOf(guard)));
    return attempt.variant(
        task.variant(), learnerVariantId(attempt.repair()), "with your files", task.with(), expect);
  }

  private static Variant guard(Attempt attempt, String id, Guard guard, String name) {
    String title = "with your files: " + attempt.repair().variant(name).title();
    return attempt.variant(
        name, guardId(attempt.repair(), id), title, guard.with(), expectedOf(guard));
  }

  /** Ids of the variants that matter to a repair. */
  static List<String> points(Exercise<Repair> repair) {
    List<String> ids = new ArrayList<>(List.of(faultId(repair), learnerVariantId(repair)));
    repair.task().guards().keySet().forEach(guard -> ids.add(guardId(repair, guard)));
    return ids;
  }

  /** The variant whose trial shows the fault without the files. */
  static String faultId(Exercise<Repair> repair) {
    return repair.id() + "-as-found";
  }

  /** The variant whose trial has the files. */
  static String learnerVariantId(Exercise<Repair> repair) {
    return repair.id() + "-yours";
  }

  /** The variant for a guard's trial. */
  static String guardId(Exercise<Repair> repair, String guard) {
    return repair.task().guards().get(guard).variant().isEmpty()
        ? learnerVariantId(repair)
        : repair.id() + "-" + guard;
  }

  private static Map<String, Expected> expectedOf(Guard guard) {
    return guard.signature().map(id -> Map.of(id, expected(Presence.ABSENT))).orElse(Map.of());
  }

  private static Expected expected(Presence presence) {
    return Expected.always(new Expectation(presence, Optional.empty()));
  }
}
