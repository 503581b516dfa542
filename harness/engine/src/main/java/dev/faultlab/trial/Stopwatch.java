package dev.faultlab.trial;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Wall time per phase of a run, in seconds. While any load runs, time counts as load, regardless of
 * what else happens: in the short form trials begin while other stacks still start.
 */
public final class Stopwatch {
  public static final String IMAGES = "images";
  public static final String STACKS = "start of stacks";
  public static final String CALIBRATION = "calibration";

  /** Time of trials without a load. */
  public static final String OUTSIDE_LOAD = "around the load";

  public static final String ANALYSIS = "analysis";

  static final String LOAD = "load";

  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private final LongSupplier nanos;
  private String phase = "";
  private long sinceNanos;

  /** How many loads run now; they may overlap. */
  private int loads;

  private long loadSince;
  private long loadNanos;

  public Stopwatch() {
    this(System::nanoTime);
  }

  Stopwatch(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Ends the current phase and begins another; an empty name begins none. */
  public synchronized void begin(String name) {
    seconds.putAll(secondsSoFar());
    phase = name;
    sinceNanos = nanos.getAsLong();
    loadSince = sinceNanos;
    loadNanos = 0;
  }

  synchronized void loadBegins() {
    if (loads++ == 0) {
      loadSince = nanos.getAsLong();
    }
  }

  synchronized void loadEnds() {
    if (--loads == 0) {
      loadNanos += nanos.getAsLong() - loadSince;
    }
  }

  /** Adds a time measured elsewhere. */
  public synchronized void add(String name, double part) {
    seconds.merge(name, part, Double::sum);
  }

  /** The times until now, including the current phase. */
  public synchronized Map<String, Double> secondsSoFar() {
    Map<String, Double> sums = new LinkedHashMap<>(seconds);
    if (!phase.isEmpty()) {
      long now = nanos.getAsLong();
      long load = loadNanos + (loads > 0 ? now - loadSince : 0);
      sums.merge(phase, (now - sinceNanos - load) / 1e9, Double::sum);
      sums.merge(LOAD, load / 1e9, Double::sum);
    }
    return sums;
  }
}
