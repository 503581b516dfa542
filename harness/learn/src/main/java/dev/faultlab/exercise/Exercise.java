package dev.faultlab.exercise;

import dev.faultlab.fact.FactSpec;
import dev.faultlab.lab.Expected;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.PointSet;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.TrialSpec;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import dev.faultlab.point.Value;
import dev.faultlab.signature.Signature;
import dev.faultlab.signature.Signatures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A faulty stack that a learner repairs or explains, with the checks of the answer.
 *
 * @param id unique in its lab, kebab-case
 * @param task what is described and checked: a {@link Repair} or a {@link Mystery}
 */
public record Exercise<T extends Exercise.Task>(Lab lab, String id, T task) {

  /** What repairs and mysteries have in common. */
  public interface Task {
    /** The variant whose trial shows the fault. */
    String variant();

    /** The value on each axis that differs from the lab's default. */
    Map<String, String> at();

    /** Whose observation is checked. */
    String signature();
  }

  /**
   * A variant of the lab.
   *
   * @throws LabException when it has none with that id
   */
  Variant variant(String name) {
    return lab.variant(name)
        .orElseThrow(
            () -> new LabException("lab " + lab.name() + " has no variant '" + name + "'"));
  }

  /**
   * A variant like one of the lab's, at the exercise's point: other axes have the variant's last
   * value of the short form.
   *
   * @param name id of the lab's variant
   * @param with values for placeholders on top of the variant's, later maps on top
   * @param stack compose variables likewise
   */
  Variant derived(
      String name,
      String id,
      String title,
      List<Map<String, String>> with,
      List<Map<String, String>> stack,
      Map<String, Expected> expect) {
    Variant from = variant(name);
    Map<String, List<Value>> point = new LinkedHashMap<>();
    for (Parameter axis : lab.axes()) {
      List<Value> ownValues = from.blocks().get(0).at().getOrDefault(axis.name(), axis.quick());
      Value chosen =
          Optional.ofNullable(task.at().get(axis.name()))
              .map(Value::of)
              .orElseGet(() -> ownValues.get(ownValues.size() - 1));
      point.put(axis.name(), List.of(chosen));
    }
    TrialSpec trial = from.trial();
    return new Variant(
        id,
        title,
        List.of(new PointSet(point, RunForm.SHORT)),
        Map.of(),
        merged(from.stack(), stack),
        new TrialSpec(trial.procedure(), merged(trial.with(), with), trial.capture(), true),
        expect);
  }

  private static Map<String, String> merged(
      Map<String, String> own, List<Map<String, String>> more) {
    Map<String, String> merged = new LinkedHashMap<>(own);
    more.forEach(merged::putAll);
    return merged;
  }

  /** One trial of each variant. */
  static Plan plan(Lab lab, List<Variant> variants) {
    return new Planner(lab.withoutComparisons(variants))
        .plan(Choices.trials(1, variants.stream().map(Variant::id).toList(), RunForm.SHORT));
  }

  /** What the lab lacks for this exercise, a sentence each. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    Optional<Variant> variant = lab.variant(task.variant());
    if (variant.isEmpty()) {
      problems.add("the lab has no variant '" + task.variant() + "'");
    } else if (!variant.get().expect().containsKey(task.signature())) {
      problems.add("nothing is expected of '" + task.signature() + "' at " + task.variant());
    }
    task.at().keySet().stream()
        .filter(axis -> lab.axes().stream().noneMatch(a -> a.name().equals(axis)))
        .forEach(axis -> problems.add("the lab has no axis '" + axis + "'"));
    return problems;
  }

  /** Why a fact is none that the signature reads; empty if it is one. */
  Optional<String> whyNotRead(String fact) {
    Map<String, String> declared = lab.signatures().get(task.signature());
    if (declared == null) {
      return Optional.of("no signature '" + task.signature() + "'");
    }
    Signature kind = new Signatures().declared(task.signature(), declared).kind();
    List<String> facts = kind.facts().stream().map(FactSpec::id).toList();
    return facts.contains(fact)
        ? Optional.empty()
        : Optional.of("'" + fact + "' is no fact of " + task.signature() + ": " + facts);
  }
}
