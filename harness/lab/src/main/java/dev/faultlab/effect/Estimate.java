package dev.faultlab.effect;

/**
 * A median with its uncertainty.
 *
 * @param median of the samples, or of the resampled ratio
 * @param low lower end of the 95 % bootstrap percentile interval
 * @param high upper end
 * @param n number of samples (the smaller side's for a ratio)
 */
public record Estimate(double median, double low, double high, int n) {}
