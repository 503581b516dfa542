package dev.faultlab.lab;

import dev.faultlab.point.Selector;
import java.util.List;

/**
 * What the fault costs: the ratio of a metric between faulty points and their controls.
 *
 * @param metric id of the metric
 * @param fault points on top of the ratio
 * @param controls points below, one ratio each; they have the faulty point's value on every axis
 *     that neither side names
 */
public record EffectSpec(String metric, Selector fault, List<Selector> controls) {}
