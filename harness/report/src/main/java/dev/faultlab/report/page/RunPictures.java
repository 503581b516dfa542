package dev.faultlab.report.page;

import dev.faultlab.report.document.Block;
import dev.faultlab.result.RunResult;
import dev.faultlab.signature.Signatures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a page beside the tables of a run: charts, and the evidence of every point.
 *
 * @param hero the fault beside a control; empty if no two points can be compared
 * @param effects empty without measurements
 * @param distributions empty if no trial has a histogram
 */
public record RunPictures(
    List<Block> hero, List<Block> effects, List<Block> distributions, Block evidence) {

  /**
   * Reads the evidence.
   *
   * @param run folder of the run; missing files are omitted
   */
  public static RunPictures of(RunResult result, Path run) throws IOException {
    List<CellView> cells = CellView.of(result);
    CaptureCharts captures = new CaptureCharts(run);
    captures.read(cells);
    Signatures signatures = new Signatures();
    List<Block> hero = new ArrayList<>(captures.hero(cells));
    hero.addAll(Counts.tables(result, signatures));
    return new RunPictures(
        hero,
        new EffectCharts(result, cells).blocks(),
        new Distributions(run).blocks(cells),
        new Evidence(result, run, captures, signatures).section(cells));
  }
}
