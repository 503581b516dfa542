package dev.faultlab.plan;

import dev.faultlab.lab.BadQuestion;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.Variant;
import dev.faultlab.point.Point;
import dev.faultlab.point.Projection;
import dev.faultlab.point.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Requested values of an axis that would have no effect.
 *
 * @param points of the choices
 */
record UnusedChoices(Lab lab, Choices choices, List<Point> points) {
  /**
   * Rejects an axis that none of the chosen variants uses, or that a variant which was asked for by
   * name fixes itself: the run would answer another question. In a run of all variants, those with
   * a fixed value keep it, as the lab's controls. {@code all} asks for each variant's own values.
   *
   * @param given axis to the requested values
   * @throws BadQuestion with the variants that use it
   */
  void refuse(Map<String, List<Value>> given) {
    given.forEach(
        (name, typed) -> {
          Parameter axis = lab.parameters().get(name);
          boolean isAll = choices.given().get(name).equals(List.of(Value.ALL));
          if (axis.isAxis() && !isAll) {
            refuse(axis, new HashSet<>(typed));
          }
        });
  }

  private void refuse(Parameter axis, Set<Value> typed) {
    boolean isNamed = !choices.variants().isEmpty();
    boolean used = false;
    for (Variant variant : lab.variants()) {
      Set<Value> run = Projection.values(axis.name(), points(variant));
      boolean isTaken = uses(axis, variant, choices.form()) || run.equals(typed);
      if (run.isEmpty()) {
        used |= isTaken && typed.contains(Value.NONE) && !points(variant).isEmpty();
        continue;
      }
      if (isNamed && !isTaken) {
        throw refusal(
            axis, typed, "'" + variant.id() + "' is run at " + text(run) + " whatever is typed");
      }
      used |= isTaken;
    }
    if (!used && !points.isEmpty()) {
      throw refusal(axis, typed, "no variant of this run takes it");
    }
  }

  private List<Point> points(Variant variant) {
    return points.stream().filter(point -> point.variant().equals(variant.id())).toList();
  }

  private boolean uses(Parameter axis, Variant variant, RunForm form) {
    return new Points(lab, variant, Map.of(), form).uses(axis, true);
  }

  private BadQuestion refusal(Parameter axis, Set<Value> typed, String reason) {
    List<String> takers =
        lab.variants().stream().filter(v -> uses(axis, v, RunForm.FULL)).map(Variant::id).toList();
    String advice =
        takers.isEmpty()
            ? ", and none of the lab's variants takes it"
            : "; these variants take it: " + String.join(", ", takers);
    return new BadQuestion("--%s %s: %s%s".formatted(axis.option(), text(typed), reason, advice));
  }

  private static String text(Set<Value> values) {
    return Value.text(new TreeSet<>(values));
  }
}
