package dev.faultlab.lab;

import java.util.List;

/**
 * A condition of the run that is measured once per stack while nothing else happens. Out of
 * tolerance makes the run inconclusive.
 *
 * @param id for reports
 * @param title what is measured
 * @param unit of measurement and target
 * @param procedure step list that produces the evidence
 * @param names whose answers are timed
 * @param target what it should be, with {@code {placeholders}}
 * @param tolerance relative deviation that is allowed
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
   * Whose answers are timed: the shortest time from query to answer on the wire, that of the
   * baseline taken off.
   *
   * @param of host name that is measured
   * @param baseline host name whose time is subtracted, e.g. the same lookup without delay
   */
  public record Names(String of, String baseline) {}

  /** What may hold placeholders, the steps apart. */
  List<String> values() {
    return List.of(names.of(), names.baseline(), target);
  }
}
