package dev.faultlab.run;

import java.util.LinkedHashMap;
import java.util.Map;

/** Wall time per phase of a run, in seconds. */
final class Stopwatch {
  static final String IMAGES = "images";
  static final String STACKS = "start of stacks";
  static final String CALIBRATION = "calibration";
  static final String LOAD = "load";

  /** Time of the trials in which no load goes on. */
  static final String AROUND = "around the load";

  static final String ANALYSIS = "analysis";

  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private String phase = "";
  private long since = System.nanoTime();

  /** Ends the phase that runs and begins another. */
  void begin(String next) {
    long now = System.nanoTime();
    if (!phase.isEmpty()) {
      seconds.merge(phase, (now - since) / 1e9, Double::sum);
    }
    phase = next;
    since = now;
  }

  /** Adds what was measured elsewhere. */
  void add(String name, double part) {
    seconds.merge(name, part, Double::sum);
  }

  /** Moves a part of one phase, measured inside it, to another name. */
  void move(String from, String to, double part) {
    seconds.merge(from, -part, Double::sum);
    seconds.merge(to, part, Double::sum);
  }

  Map<String, Double> seconds() {
    return new LinkedHashMap<>(seconds);
  }

  /** Until now, with the phase that still runs. */
  Map<String, Double> secondsSoFar() {
    Map<String, Double> all = seconds();
    if (!phase.isEmpty()) {
      all.merge(phase, (System.nanoTime() - since) / 1e9, Double::sum);
    }
    return all;
  }
}
