package dev.faultlab.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.files.Json;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.LabDigest;
import dev.faultlab.lab.Requirement;
import dev.faultlab.lab.RunForm;
import dev.faultlab.plan.Cell;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.point.Point;
import dev.faultlab.point.Value;
import dev.faultlab.result.RunResult.CalibrationResult;
import dev.faultlab.result.StackResult;
import dev.faultlab.verdict.Obstacle;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * {@value #FILE} in the folder of a run that has not ended: what {@link Resumption} needs to resume
 * it.
 *
 * @param schema version of the format
 */
public record Checkpoint(int schema, Definition asked, Done done) {
  public static final String FILE = "checkpoint.json";

  private static final int SCHEMA = 4;

  /**
   * The definition of the run; it stays the same from its first trial to its last.
   *
   * @param lab name
   * @param declaration digest of the lab's folder
   * @param form how much of the lab
   * @param parameters effective values
   * @param points in the order of the table
   * @param waves the trials of each, in the order of execution
   * @param beside points that are compared with each other beyond what the lab declares
   * @param guests how they start
   * @param images requirement to what fills it
   * @param provenance what its result records about machine and program
   */
  public record Definition(
      String lab,
      String declaration,
      @JsonProperty("quick") RunForm form,
      Map<String, List<Value>> parameters,
      List<Point> points,
      List<List<Load>> waves,
      List<Set<Point>> beside,
      GuestStart guests,
      Map<String, String> images,
      Map<String, String> provenance) {}

  /** A trial before it is carried out; see {@link PlannedTrial}. */
  public record Load(Point point, int index, boolean alone) {
    static Load of(PlannedTrial trial) {
      return new Load(trial.cell().point(), trial.index(), trial.alone());
    }

    PlannedTrial on(Cell cell) {
      return new PlannedTrial(cell, index, alone);
    }

    boolean isOf(TrialRecord trial) {
      return point.equals(trial.point()) && index == trial.index();
    }
  }

  /**
   * What the run has so far.
   *
   * @param startedAt ISO-8601 instant
   * @param stacks that came up, in the order in which they were first started
   * @param started how many stacks were started, restarts included
   * @param obstacles that the run has met
   * @param wallTime phase to seconds
   * @param resumed one sentence for each time the run was resumed
   */
  public record Done(
      String startedAt,
      List<Kept> trials,
      List<CalibrationResult> calibrations,
      List<Up> stacks,
      int started,
      List<Obstacle> obstacles,
      Map<String, Double> wallTime,
      List<String> resumed) {}

  /**
   * A trial that was carried out to its end.
   *
   * @param files name below its folder to size in bytes
   */
  public record Kept(TrialRecord trial, Map<String, Long> files) {}

  /**
   * A stack that came up.
   *
   * @param point any point that runs on it
   */
  public record Up(Point point, StackResult stack) {}

  /** Before the first trial. */
  static Checkpoint begin(
      Plan plan,
      List<Plan> waves,
      GuestStart guests,
      Map<Requirement, ImageSource.Image> images,
      Map<String, String> provenance) {
    Map<String, String> said = new LinkedHashMap<>(provenance);
    said.put(LabDigest.ENTRY, LabDigest.brief(plan.lab().folder()));
    return new Checkpoint(
        SCHEMA,
        new Definition(
            plan.lab().name(),
            LabDigest.of(plan.lab().folder()),
            plan.form(),
            plan.parameters(),
            plan.cells().stream().map(Cell::point).toList(),
            waves.stream().map(wave -> wave.trials().stream().map(Load::of).toList()).toList(),
            plan.beside().stream()
                .map(cells -> cells.stream().map(Cell::point).collect(Collectors.toSet()))
                .toList(),
            guests,
            origins(images),
            said),
        new Done(
            Instant.now().toString(),
            List.of(),
            List.of(),
            List.of(),
            0,
            List.of(),
            Map.of(),
            List.of()));
  }

  /** The same run, with more done. */
  Checkpoint with(Done more) {
    return new Checkpoint(schema, asked, more);
  }

  static Map<String, String> origins(Map<Requirement, ImageSource.Image> images) {
    Map<String, String> origins = new TreeMap<>();
    images.forEach((one, image) -> origins.put(one.toString(), image.origin()));
    return origins;
  }

  void write(RunFolder folder) throws IOException {
    folder.write(FILE, Json.MAPPER.writeValueAsString(this) + "\n");
  }

  static Checkpoint read(Path folder) throws IOException {
    Checkpoint read = Json.record(folder.resolve(FILE), Checkpoint.class);
    if (read.schema != SCHEMA) {
      throw new IOException("schema " + read.schema + ", this faultlab reads " + SCHEMA);
    }
    return read;
  }
}
