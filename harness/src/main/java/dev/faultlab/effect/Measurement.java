package dev.faultlab.effect;

import java.util.List;

/**
 * All samples of one metric in one cell.
 *
 * @param cell id of the cell
 * @param metric id of the metric
 * @param title of the metric
 * @param label which of a series, e.g. {@code threads=8}; empty for a plain metric
 * @param unit of samples and estimate
 * @param higherIsBetter which direction is an improvement
 * @param samples one per trial, in the order of the trials
 * @param estimate median and interval
 */
public record Measurement(
    String cell,
    String metric,
    String title,
    String label,
    String unit,
    boolean higherIsBetter,
    List<Double> samples,
    Estimate estimate) {}
