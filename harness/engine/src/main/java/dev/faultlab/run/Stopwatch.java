package dev.faultlab.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * Wall time per phase of a run, in seconds. While any load runs, time counts as load, whatever else
 * happens: in the short form trials begin while other stacks still start.
 */
final class Stopwatch {
  static final String IMAGES = "images";
  static final String STACKS = "start of stacks";
  static final String CALIBRATION = "calibration";
  static final String LOAD = "load";

  /** Time of trials without a load. */
  static final String AROUND = "around the load";

  static final String ANALYSIS = "analysis";

  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private final DoubleSupplier loadSeconds;
  private String phase = "";
  private long since = System.nanoTime();
  private double loadBefore;

  /**
   * @param loadSeconds seconds until now in which at least one load ran
   */
  Stopwatch(DoubleSupplier loadSeconds) {
    this.loadSeconds = loadSeconds;
  }

  /** Ends the current phase and begins another; an empty name begins none. */
  void begin(String next) {
    Map<String, Double> all = secondsSoFar();
    seconds.putAll(all);
    phase = next;
    since = System.nanoTime();
    loadBefore = loadSeconds.getAsDouble();
  }

  /** Adds a time measured elsewhere. */
  void add(String name, double part) {
    seconds.merge(name, part, Double::sum);
  }

  /** The times until now, including the current phase. */
  Map<String, Double> secondsSoFar() {
    Map<String, Double> all = new LinkedHashMap<>(seconds);
    if (!phase.isEmpty()) {
      double load = loadSeconds.getAsDouble() - loadBefore;
      all.merge(phase, (System.nanoTime() - since) / 1e9 - load, Double::sum);
      all.merge(LOAD, load, Double::sum);
    }
    return all;
  }
}
