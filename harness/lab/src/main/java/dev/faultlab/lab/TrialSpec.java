package dev.faultlab.lab;

import java.util.Map;

/**
 * What a trial of a variant is.
 *
 * @param procedure name of the step list
 * @param with values for the placeholders of the procedure, the lab's own included
 * @param inputs where the variant's signatures find what the procedure leaves, on top of what they
 *     declare
 * @param capture whether packets are captured meanwhile
 * @param once a single trial whatever the number asked for: an exhibit, not a sample
 */
public record TrialSpec(
    String procedure,
    Map<String, String> with,
    Map<String, String> inputs,
    boolean capture,
    boolean once) {

  TrialSpec with(Map<String, String> values) {
    return new TrialSpec(procedure, values, inputs, capture, once);
  }
}
