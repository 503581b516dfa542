package dev.faultlab.lab;

import dev.faultlab.point.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A setting of a component by the name that its users know, such as {@code
 * kafka:socket.receive.buffer.bytes}: it can be varied like a version in every variant that leaves
 * it at its default.
 *
 * @param name component and setting
 * @param help one line, with the unit
 * @param placeholder for it in the lab's procedures and stacks
 * @param defaultValue the lab's default
 */
public record Setting(String name, String help, String placeholder, Value defaultValue) {

  /** The lab with these settings as axes; its other settings keep their values. */
  public static Lab axes(Lab lab, Set<String> names) {
    Lab varied = lab;
    for (String name : names) {
      Setting setting = lab.settings().get(name);
      varied = setting == null ? varied : setting.axis(varied);
    }
    return varied;
  }

  /** The parameter that checks its values. */
  public Parameter parameter() {
    List<Value> usual = List.of(defaultValue);
    Parameter.Limits any = Parameter.Limits.any(Parameter.Use.AXIS);
    return new Parameter(name, name, help, usual, usual, any, Optional.empty());
  }

  private Lab axis(Lab lab) {
    Map<String, Parameter> parameters = new LinkedHashMap<>(lab.parameters());
    parameters.put(name, parameter());
    return lab.with(parameters, lab.variants().stream().map(this::asParameter).toList());
  }

  /**
   * A variant that sets the value itself keeps it: the setting is part of what the variant shows.
   */
  private Variant asParameter(Variant variant) {
    if (!defaultValue.toString().equals(variant.trial().with().get(placeholder))) {
      return variant;
    }
    Map<String, String> with = new LinkedHashMap<>(variant.trial().with());
    with.put(placeholder, "{" + name + "}");
    return variant.with(with);
  }
}
