package dev.faultlab.challenge;

import dev.faultlab.lab.Expected;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Parameter;
import dev.faultlab.lab.PointSet;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.TrialSpec;
import dev.faultlab.lab.Variant;
import dev.faultlab.point.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A lab's own procedures in variants that it does not declare. */
public final class DerivedVariants {
  private DerivedVariants() {}

  /**
   * A variant of a lab.
   *
   * @throws LabException when it has no variant with that id
   */
  public static Variant find(Lab lab, String id) {
    return lab.variant(id)
        .orElseThrow(() -> new LabException("lab " + lab.name() + " has no variant '" + id + "'"));
  }

  /**
   * A variant like another one, at one point.
   *
   * @param at values on axes; other axes have the variant's last value of the short form
   * @param with values for placeholders, later maps on top
   * @param stack compose variables, later maps on top
   */
  public static Variant variant(
      Lab lab,
      Variant from,
      Map<String, Value> at,
      String id,
      String title,
      List<Map<String, String>> with,
      List<Map<String, String>> stack,
      Map<String, Expected> expect) {
    return new Variant(
        id,
        title,
        List.of(new PointSet(point(lab, from, at), RunForm.SHORT)),
        Map.of(),
        merged(stack),
        new TrialSpec(
            from.trial().procedure(),
            merged(with),
            from.trial().inputs(),
            from.trial().capture(),
            true),
        expect);
  }

  private static Map<String, List<Value>> point(Lab lab, Variant variant, Map<String, Value> at) {
    Map<String, List<Value>> point = new LinkedHashMap<>();
    for (Parameter axis : lab.axes()) {
      List<Value> own = variant.blocks().get(0).at().getOrDefault(axis.name(), axis.quick());
      point.put(axis.name(), List.of(at.getOrDefault(axis.name(), own.get(own.size() - 1))));
    }
    return point;
  }

  private static Map<String, String> merged(List<Map<String, String>> maps) {
    Map<String, String> all = new LinkedHashMap<>();
    maps.forEach(all::putAll);
    return all;
  }
}
