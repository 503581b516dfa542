package dev.faultlab.plan;

import dev.faultlab.lab.Lab;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.PointSet;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.Texts;
import dev.faultlab.lab.Variant;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The points of one variant, and their names. */
final class Points {

  private final Variant variant;
  private final List<Parameter> axes;
  private final Map<String, List<Value>> given;
  private final RunForm form;

  /**
   * @param given axis to the requested values
   */
  Points(Lab lab, Variant variant, Map<String, List<Value>> given, RunForm form) {
    this.variant = variant;
    this.given = given;
    this.form = form;
    Set<String> parts = Texts.parameters(lab, variant);
    this.axes = lab.axes().stream().filter(axis -> parts.contains(axis.name())).toList();
  }

  /**
   * The points, in the order of the blocks, without repetition.
   *
   * @param named whether a person asked for this variant; if so, even the short form includes it
   */
  Set<Point> all(boolean named) {
    Set<Point> points = new LinkedHashSet<>();
    blocks(named)
        .forEach(block -> product(block).forEach(at -> points.add(new Point(variant.id(), at))));
    return points;
  }

  /** Whether a requested value of this axis gives points of the variant. */
  boolean uses(Parameter axis, boolean named) {
    return axes.contains(axis) && blocks(named).stream().anyMatch(block -> !fixed(axis, block));
  }

  private List<PointSet> blocks(boolean named) {
    List<PointSet> blocks = variant.blocks().stream().filter(b -> form.has(b.minForm())).toList();
    return blocks.isEmpty() && named ? variant.blocks() : blocks;
  }

  /**
   * Value#NONE on an axis means that the axis does not take part, so the point does not have it.
   */
  private List<Map<String, Value>> product(PointSet block) {
    List<Map<String, Value>> products = List.of(Map.of());
    for (Parameter axis : axes) {
      List<Map<String, Value>> longer = new ArrayList<>();
      for (Map<String, Value> at : products) {
        for (Value value : values(axis, block)) {
          if (variant.allows(axis.name(), value)) {
            Map<String, Value> next = new LinkedHashMap<>(at);
            if (!value.equals(Value.NONE)) {
              next.put(axis.name(), value);
            }
            longer.add(next);
          }
        }
      }
      products = longer;
    }
    return products;
  }

  private List<Value> values(Parameter axis, PointSet block) {
    List<Value> asked = given.get(axis.name());
    return asked == null || fixed(axis, block) ? declaredValues(axis, block, form) : asked;
  }

  /**
   * A setting that defines the variant stays. A component's version that was asked for is put under
   * every variant, so that versions can be compared.
   */
  private static boolean fixed(Parameter axis, PointSet block) {
    return block.at().containsKey(axis.name()) && !axis.isOpen();
  }

  private static List<Value> declaredValues(Parameter axis, PointSet block, RunForm form) {
    List<Value> declared = block.at().get(axis.name());
    return declared != null ? declared : axis.values(form);
  }

  /**
   * The name of a point: the variant, and its value on each axis over which the lab repeats it, or
   * whose value is not the lab's.
   */
  String id(Point point) {
    StringBuilder id = new StringBuilder(point.variant());
    for (Parameter axis : axes) {
      Set<Value> defaults = new LinkedHashSet<>();
      variant.blocks().forEach(block -> defaults.addAll(declaredValues(axis, block, RunForm.FULL)));
      Value value = point.at().getOrDefault(axis.name(), Value.NONE);
      if (defaults.size() != 1 || !defaults.contains(value)) {
        id.append('@').append(axis.name()).append('=').append(value);
      }
    }
    return id.toString().replaceAll("[^A-Za-z0-9@=.:,+_-]", "_");
  }
}
