package dev.faultlab.plan;

import dev.faultlab.lab.Variant;
import java.util.Map;

/**
 * One variant at one point of its matrix, e.g. {@code shared-name@jdk=17}.
 *
 * @param id variant id and point; unique in a plan and usable as a folder name
 * @param variant the declaration
 * @param point matrix parameter to value, in the order of declaration
 * @param settings every placeholder's value
 * @param stack what has to run
 */
public record Cell(
    String id,
    Variant variant,
    Map<String, String> point,
    Map<String, String> settings,
    StackSpec stack) {}
