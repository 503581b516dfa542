package dev.faultlab.cure;

import dev.faultlab.lab.Cures;
import dev.faultlab.lab.Lab;
import dev.faultlab.result.RunResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The cures of a lab, and the run that shows them.
 *
 * @param lab name
 * @param title of the lab: the fault in one line
 * @param shown the run; empty where there is none yet
 * @param cures in the order of the lab's cures.yaml
 */
public record CureTable(String lab, String title, Optional<Shown> shown, List<Tried> cures) {

  /**
   * Where the figures come from.
   *
   * @param runId of the run
   * @param verdict of the run
   * @param provenance conditions of the run, with commit and machine
   */
  public record Shown(String runId, String verdict, Map<String, String> provenance) {}

  /**
   * Puts a lab's cures beside a run.
   *
   * @param run of that lab; empty where there is none
   */
  public static CureTable of(Lab lab, Cures cures, Optional<RunResult> run) {
    return new CureTable(
        lab.name(),
        lab.title(),
        run.map(r -> new Shown(r.runId(), r.verdict().judgement().name(), r.provenance())),
        cures.all().stream().map(cure -> Tried.of(cure, cures, run)).toList());
  }

  /** The same with those cures only that are for a fault. */
  public CureTable against(String fault) {
    return new CureTable(
        lab, title, shown, cures.stream().filter(c -> c.faults().contains(fault)).toList());
  }
}
