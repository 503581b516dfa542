package dev.faultlab.lab;

import java.util.List;
import java.util.Map;

/**
 * A named list of steps.
 *
 * @param steps what is done, in order; steps of other procedures that it names are in their place
 * @param inputs where signatures find what these steps leave, on top of what they declare
 *     themselves
 */
public record Procedure(List<Step> steps, Map<String, String> inputs) {}
