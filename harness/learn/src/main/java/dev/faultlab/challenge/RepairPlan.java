package dev.faultlab.challenge;

import dev.faultlab.lab.Expectation;
import dev.faultlab.lab.Expectation.Presence;
import dev.faultlab.lab.Expected;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
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
  public record Attempt(Challenge challenge, InstalledFiles fitting) {}

  /**
   * What is run. Two variants with the same experiment share one trial: a fault that several
   * challenges begin with, or one that another challenge's guard uses.
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
   * @param attempts at challenges of that lab; those with equal containers share them
   */
  public RepairPlan(Lab lab, List<Attempt> attempts) {
    this.lab = lab;
    Map<Experiment, Variant> kept = new LinkedHashMap<>();
    for (Cell cell : planOf(lab, asked(attempts)).cells()) {
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
    return planOf(lab, variants);
  }

  private List<Variant> asked(List<Attempt> attempts) {
    List<Variant> all = new ArrayList<>();
    for (Attempt attempt : attempts) {
      all.add(fault(attempt.challenge()));
      all.add(yours(lab, attempt));
      for (Map.Entry<String, Guard> entry : attempt.challenge().goal().guards().entrySet()) {
        Guard guard = entry.getValue();
        guard
            .variant()
            .map(id -> DerivedVariants.find(lab, id))
            .ifPresent(variant -> all.add(guard(attempt, entry.getKey(), guard, variant)));
      }
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

  /** Only the challenge's own trial with the files, for looking around. */
  public static Plan alone(Lab lab, Attempt attempt) {
    return planOf(lab, List.of(yours(lab, attempt)));
  }

  private static Plan planOf(Lab lab, List<Variant> variants) {
    return new Planner(lab.withoutComparisons(variants))
        .plan(Choices.trials(1, variants.stream().map(Variant::id).toList(), RunForm.SHORT));
  }

  private Variant fault(Challenge challenge) {
    Variant fault = DerivedVariants.find(lab, challenge.setup().variant());
    return DerivedVariants.variant(
        lab,
        fault,
        challenge.setup().at(),
        challenge.id() + FOUND,
        "as the lab has it",
        List.of(fault.trial().with(), challenge.setup().with()),
        List.of(fault.stack()),
        Map.of(challenge.goal().signature(), expected(Presence.PRESENT)));
  }

  private static Variant yours(Lab lab, Attempt attempt) {
    Challenge challenge = attempt.challenge();
    Variant fault = DerivedVariants.find(lab, challenge.setup().variant());
    Map<String, Expected> expect = new LinkedHashMap<>();
    expect.put(challenge.goal().signature(), expected(Presence.ABSENT));
    challenge.goal().guards().values().stream()
        .filter(guard -> guard.variant().isEmpty())
        .forEach(guard -> expect.putAll(expectedOf(guard)));
    return DerivedVariants.variant(
        lab,
        fault,
        challenge.setup().at(),
        challenge.id() + YOURS,
        "with your files",
        List.of(fault.trial().with(), challenge.setup().with(), attempt.fitting().with()),
        List.of(fault.stack(), challenge.setup().stack(), attempt.fitting().stack()),
        expect);
  }

  private Variant guard(Attempt attempt, String id, Guard guard, Variant variant) {
    Challenge challenge = attempt.challenge();
    return DerivedVariants.variant(
        lab,
        variant,
        challenge.setup().at(),
        challenge.id() + "-" + id,
        "with your files: " + variant.title(),
        List.of(variant.trial().with(), guard.with(), attempt.fitting().with()),
        List.of(variant.stack(), challenge.setup().stack(), attempt.fitting().stack()),
        expectedOf(guard));
  }

  /** Ids of the variants that matter to a challenge. */
  List<String> points(Challenge challenge) {
    List<String> ids = new ArrayList<>(List.of(faultId(challenge), yoursId(challenge)));
    challenge.goal().guards().keySet().forEach(guard -> ids.add(guardId(challenge, guard)));
    return ids;
  }

  /** The variant whose trial shows the fault without the files. */
  String faultId(Challenge challenge) {
    return carriers.get(challenge.id() + FOUND);
  }

  /** The variant whose trial has the files. */
  String yoursId(Challenge challenge) {
    return carriers.get(challenge.id() + YOURS);
  }

  /** The variant for a guard's trial. */
  String guardId(Challenge challenge, String guard) {
    return challenge.goal().guards().get(guard).variant().isEmpty()
        ? yoursId(challenge)
        : carriers.get(challenge.id() + "-" + guard);
  }

  private static Map<String, Expected> expectedOf(Guard guard) {
    return guard.check() instanceof Guard.Absent absent
        ? Map.of(absent.signature(), expected(Presence.ABSENT))
        : Map.of();
  }

  private static Expected expected(Presence presence) {
    return Expected.always(new Expectation(presence, Optional.empty()));
  }
}
