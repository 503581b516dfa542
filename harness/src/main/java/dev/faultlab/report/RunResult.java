package dev.faultlab.report;

import dev.faultlab.effect.Effect;
import dev.faultlab.effect.Measurement;
import dev.faultlab.evidence.CaptureStats;
import dev.faultlab.verdict.CellOutcome;
import dev.faultlab.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything a run found; {@code result.json} is this record and nothing else.
 *
 * @param schema version of the format
 * @param runId folder name below {@code results/<lab>/}
 * @param lab name
 * @param title of the lab
 * @param quick whether the quick defaults were taken
 * @param startedAt ISO-8601 instant
 * @param finishedAt ISO-8601 instant
 * @param parameters effective values
 * @param verdict of the run
 * @param outcomes one per cell and expected signature, in the order of the table
 * @param effects faulty cells against controls
 * @param measurements every metric of every cell
 * @param calibrations conditions measured before the trials
 * @param trials what was carried out, in order of execution
 * @param wallTime phase to seconds, in order; they add up to the run
 * @param provenance machine, versions, images, commit
 */
public record RunResult(
    int schema,
    String runId,
    String lab,
    String title,
    boolean quick,
    String startedAt,
    String finishedAt,
    Map<String, List<String>> parameters,
    Verdict verdict,
    List<CellOutcome> outcomes,
    List<Effect> effects,
    List<Measurement> measurements,
    List<CalibrationResult> calibrations,
    List<TrialResult> trials,
    Map<String, Double> wallTime,
    Map<String, String> provenance) {

  public static final int SCHEMA = 1;

  /**
   * One calibration on one stack.
   *
   * @param stack names of the cells that share the stack
   * @param samples number of single measurements behind the median
   */
  public record CalibrationResult(
      String id,
      String title,
      String stack,
      double measured,
      double target,
      String unit,
      int samples,
      double tolerance,
      boolean within) {}

  /**
   * One trial.
   *
   * @param folder relative to the run's
   * @param failure why it could not be carried out
   */
  public record TrialResult(
      String cell,
      int index,
      String folder,
      String startedAt,
      long loadMillis,
      Optional<CaptureStats> capture,
      Optional<String> failure) {}
}
