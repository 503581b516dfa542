package dev.faultlab.lab;

import dev.faultlab.point.Value;
import java.util.List;
import java.util.Map;

/**
 * A part of the points of a variant: the product of its axes' values.
 *
 * @param at axis to its values here, in place of the axis' own defaults
 * @param minForm the shortest form that includes it
 */
public record PointSet(Map<String, List<Value>> at, RunForm minForm) {}
