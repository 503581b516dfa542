package dev.faultlab.cure;

import dev.faultlab.lab.Cures;
import dev.faultlab.lab.Lab;
import dev.faultlab.result.RunResult;
import java.util.List;

/**
 * The cures of a lab, and the runs that show them.
 *
 * @param lab name
 * @param title of the lab: the fault in one line
 * @param shown the runs; empty if there are none yet
 * @param cures in the order of the lab's cures.yaml
 */
public record CureTable(String lab, String title, List<RunResult> shown, List<CureResults> cures) {

  /**
   * Combines a lab's cures with runs. The effect of a cure is compared with the same run without
   * it, never with another run.
   *
   * @param runs of that lab; empty if there are none
   */
  public static CureTable of(Lab lab, Cures cures, List<RunResult> runs) {
    List<CureResults> all = cures.all().stream().map(c -> CureResults.of(c, cures, runs)).toList();
    return new CureTable(lab.name(), lab.title(), runs, all);
  }

  /** This table with only the cures for one fault. */
  public CureTable against(String fault) {
    return new CureTable(
        lab, title, shown, cures.stream().filter(c -> c.faults().contains(fault)).toList());
  }

  /** This table with only the cure of this id. */
  public CureTable only(String id) {
    return new CureTable(
        lab, title, shown, cures.stream().filter(c -> c.cure().id().equals(id)).toList());
  }
}
