package dev.faultlab.report.page;

import dev.faultlab.report.document.Block;
import dev.faultlab.result.RunResult;
import dev.faultlab.signature.Signatures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a run's page shows beside its tables: charts, and the evidence of every point.
 *
 * @param faultBesideControl the fault beside a control; empty if no two points can be compared
 * @param effects empty without measurements
 */
public record RunPictures(List<Block> faultBesideControl, List<Block> effects, Block evidence) {

  /**
   * Reads the evidence.
   *
   * @param run folder of the run; missing files are omitted
   */
  public static RunPictures of(RunResult result, Path run) throws IOException {
    List<CellView> cells = CellView.of(result);
    TrialFiles files = new TrialFiles(run);
    CaptureCharts captures = new CaptureCharts(files);
    captures.read(cells);
    Signatures signatures = new Signatures();
    List<Block> hero = new ArrayList<>(captures.faultBesideControl(cells));
    hero.addAll(CountTables.tables(result, signatures));
    return new RunPictures(
        hero,
        new EffectCharts(result, cells).blocks(),
        new Evidence(files, captures, signatures).section(cells));
  }
}
