package dev.faultlab.upgrade;

import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import java.util.Map;

/**
 * A place in a lab where something was compared.
 *
 * @param lab name
 * @param variant id
 * @param at its settings beside the components
 */
public record LabPlace(String lab, String variant, Map<String, Value> at) {

  /** Without the lab: {@code by-name, jars 300}. */
  public String point() {
    return new Point(variant, at).words();
  }

  /** {@code charset by-name, jars 300}. */
  public String words() {
    return lab + " " + point();
  }
}
