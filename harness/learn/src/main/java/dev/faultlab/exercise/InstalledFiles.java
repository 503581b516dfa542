package dev.faultlab.exercise;

import java.util.List;
import java.util.Map;

/**
 * Parameters and variables for a learner's files in a lab.
 *
 * @param with values for placeholders of the trials
 * @param stack compose variables
 * @param problems why the files cannot be used, with the line where known; empty if they can
 */
public record InstalledFiles(
    Map<String, String> with, Map<String, String> stack, List<String> problems) {}
