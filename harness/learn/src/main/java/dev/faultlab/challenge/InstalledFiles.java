package dev.faultlab.challenge;

import java.util.Map;

/**
 * Parameters and variables for a learner's files in a lab.
 *
 * @param with values for placeholders of the trials
 * @param stack compose variables
 */
public record InstalledFiles(Map<String, String> with, Map<String, String> stack) {}
