package dev.faultlab.lab;

import java.util.List;

/**
 * A condition of the run that is measured once per stack while nothing else happens. If it is out
 * of tolerance, the run is inconclusive.
 *
 * @param id for reports
 * @param title what is measured
 * @param unit of measurement and target
 * @param procedure step list that produces the evidence
 * @param names whose answers are timed
 * @param target expected value, with {@code {placeholders}}
 * @param tolerance allowed relative deviation
 */
public record Calibration(
    String id,
    String title,
    String unit,
    List<Step> procedure,
    Names names,
    String target,
    double tolerance) {

  /**
   * What is timed: the shortest time from query to answer on the wire, minus that of the baseline.
   *
   * @param of host name to measure
   * @param baseline host name whose time is subtracted, e.g. the same lookup without delay
   */
  public record Names(String of, String baseline) {}

  /** Texts that may hold placeholders, without the steps. */
  List<String> values() {
    return List.of(names.of(), names.baseline(), target);
  }
}
