package dev.faultlab.lab;

import java.util.List;

/**
 * What the fault costs: the ratio of a metric between a faulty variant and its controls.
 *
 * @param metric id of the metric
 * @param fault variant on top of the ratio
 * @param controls variants below, one ratio each
 */
public record EffectSpec(String metric, String fault, List<String> controls) {}
