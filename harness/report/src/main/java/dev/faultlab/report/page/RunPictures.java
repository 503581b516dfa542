package dev.faultlab.report.page;

import dev.faultlab.point.Point;
import dev.faultlab.report.document.Block;
import dev.faultlab.result.RunResult;
import dev.faultlab.signature.Signatures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    TrialFiles files = new TrialFiles(run);
    CaptureCharts captures = new CaptureCharts(files);
    captures.read(cells);
    Signatures signatures = new Signatures();
    List<Block> hero = new ArrayList<>(captures.hero(cells));
    hero.addAll(Counts.tables(result, signatures));
    Distributions distributions = new Distributions();
    Map<Point, Counters> counters = new HashMap<>();
    for (CellView cell : cells) {
      counters.put(cell.point(), read(cell, files, distributions));
    }
    return new RunPictures(
        hero,
        new EffectCharts(result, cells).blocks(),
        distributions.blocks(),
        new Evidence(files, captures, counters, signatures).section(cells));
  }

  /** Reads each JSON file once. */
  private static Counters read(CellView cell, TrialFiles files, Distributions distributions)
      throws IOException {
    Counters counters = new Counters(cell.trials());
    Map<String, List<Charts.Line>> lines = new LinkedHashMap<>();
    for (int i = 0; i < cell.trials().size(); i++) {
      int trial = i;
      files.json(
          cell.trials().get(i),
          (file, root) -> {
            counters.add(trial, file, root);
            root.ifPresent(json -> distributions.read(cell, file, json, lines));
          });
    }
    distributions.add(cell, lines);
    return counters;
  }
}
