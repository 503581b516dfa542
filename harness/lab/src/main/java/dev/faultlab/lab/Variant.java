package dev.faultlab.lab;

import java.util.List;
import java.util.Map;

/**
 * One set-up with what is expected of it.
 *
 * @param id unique in its lab
 * @param title one line for the verdict table
 * @param blocks the points at which it is run unless a person says otherwise; at least one
 * @param only axis to the values at which the variant makes sense, e.g. jdk from 18 on for JEP 418
 * @param once a single trial whatever the number asked for: an exhibit, not a sample
 * @param stack compose variables, on top of the lab's; variants with equal variables share a
 *     running stack
 * @param with values for the placeholders of the procedure, the lab's own included
 * @param procedure name of the step list that makes a trial
 * @param capture whether packets are captured during the trial
 * @param inputs where its signatures find what the procedure leaves, on top of what they declare
 * @param expect signature id to expectation; empty for a variant that is only measured
 */
public record Variant(
    String id,
    String title,
    List<Block> blocks,
    Map<String, Allowed> only,
    boolean once,
    Map<String, String> stack,
    Map<String, String> with,
    String procedure,
    boolean capture,
    Map<String, String> inputs,
    Map<String, Expected> expect) {

  Variant with(Map<String, String> values) {
    return new Variant(
        id, title, blocks, only, once, stack, values, procedure, capture, inputs, expect);
  }

  /** Whether a form includes it. */
  public boolean in(RunForm form) {
    return blocks.stream().anyMatch(block -> form.has(block.least()));
  }
}
