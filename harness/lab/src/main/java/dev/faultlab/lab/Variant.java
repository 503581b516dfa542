package dev.faultlab.lab;

import dev.faultlab.point.Value;
import java.util.List;
import java.util.Map;

/**
 * One set-up and its expectations.
 *
 * @param id unique in its lab
 * @param title one line for the verdict table
 * @param blocks the points at which it runs by default; at least one
 * @param only axis to the allowed values, e.g. jdk from 18 on for JEP 418
 * @param stack compose variables, on top of the lab's; variants with equal variables share a
 *     running stack
 * @param trial the procedure of a trial
 * @param expect signature id to expectation; empty for a variant that is only measured
 */
public record Variant(
    String id,
    String title,
    List<PointSet> blocks,
    Map<String, AllowedValues> only,
    Map<String, String> stack,
    TrialSpec trial,
    Map<String, Expected> expect) {

  Variant with(Map<String, String> values) {
    return new Variant(id, title, blocks, only, stack, trial.with(values), expect);
  }

  /** Whether it runs with a value of an axis. */
  public boolean allows(String axis, Value value) {
    return !only.containsKey(axis) || only.get(axis).allows(value);
  }

  /** Whether the short form includes it. */
  public boolean isShort() {
    return blocks.stream().anyMatch(block -> RunForm.SHORT.has(block.minForm()));
  }
}
