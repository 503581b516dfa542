package dev.faultlab.lab;

import java.util.Map;

/**
 * What a trial of a variant is.
 *
 * @param procedure name of the step list
 * @param with values for the placeholders of the procedure, the lab's own included
 * @param inputs where the variant's signatures find the procedure's files, in addition to their own
 *     declaration
 * @param capture whether packets are captured
 * @param once a single trial whatever the requested number: an example, not a sample
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
