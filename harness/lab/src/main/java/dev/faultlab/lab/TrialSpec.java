package dev.faultlab.lab;

import java.util.Map;

/**
 * What a trial of a variant is.
 *
 * @param procedure name of the step list
 * @param with values for the placeholders of the procedure, the lab's own included
 * @param capture whether packets are captured
 * @param once a single trial, regardless of the requested number: an example, not a sample
 */
public record TrialSpec(String procedure, Map<String, String> with, boolean capture, boolean once) {

  TrialSpec with(Map<String, String> values) {
    return new TrialSpec(procedure, values, capture, once);
  }
}
