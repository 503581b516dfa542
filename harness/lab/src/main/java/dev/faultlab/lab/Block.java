package dev.faultlab.lab;

import dev.faultlab.point.Value;
import java.util.List;
import java.util.Map;

/**
 * A part of the points at which a variant is run: the product of its axes' values.
 *
 * @param at axis to the values there, instead of the axis' own defaults
 * @param least the shortest form that has it
 */
public record Block(Map<String, List<Value>> at, RunForm least) {}
