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
 * @param kind how the number is read from the evidence; {@code dns-answer-time} is the only one:
 *     the shortest time from query to answer on the wire, that of the baseline taken off
 * @param of what is measured, e.g. a host name
 * @param baseline what is subtracted, e.g. the same look-up without delay
 * @param target what it should be, with {@code {placeholders}}
 * @param tolerance relative deviation that is allowed
 */
public record Calibration(
    String id,
    String title,
    String unit,
    List<Step> procedure,
    String kind,
    String of,
    String baseline,
    String target,
    double tolerance) {

  /** What may hold placeholders, the steps apart. */
  List<String> values() {
    return List.of(of, baseline, target);
  }
}
