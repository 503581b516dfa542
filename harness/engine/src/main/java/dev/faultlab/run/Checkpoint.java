package dev.faultlab.run;

import dev.faultlab.evidence.EvidenceFiles;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.evidence.TrialRecord;
import dev.faultlab.files.InnerPath;
import dev.faultlab.files.Json;
import dev.faultlab.kernel.GuestStart;
import dev.faultlab.lab.Requirement;
import dev.faultlab.plan.PlannedTrial;
import dev.faultlab.point.Point;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * {@value #FILE} in the folder of a run that has not ended: what {@link Resumption} needs to resume
 * it.
 *
 * @param schema version of the format
 * @param waves the trials of each, in the order of execution
 * @param beside points that are compared with each other beyond what the lab declares
 * @param guests how they start
 * @param images requirement to what fills it
 * @param started how many stacks were started, restarts included
 * @param files folder of each trial to the names of its files, with sizes in bytes
 * @param soFar the run until now, which is not judged yet: what its trials show is in their files
 */
public record Checkpoint(
    int schema,
    List<List<PlannedTrial>> waves,
    List<Set<Point>> beside,
    GuestStart guests,
    Map<String, String> images,
    int started,
    Map<String, Map<String, Long>> files,
    RunResult soFar) {
  public static final String FILE = "checkpoint.json";

  static final int SCHEMA = 5;

  /** The same with only those trials whose files are complete. */
  Checkpoint onlyComplete(Path folder) throws IOException {
    List<TrialRecord> whole = new ArrayList<>();
    for (TrialRecord trial : soFar.trials()) {
      Path trialFolder = InnerPath.of(folder, trial.folder());
      if (EvidenceFiles.sizes(trialFolder).equals(files.get(trial.folder()))) {
        whole.add(trial);
      }
    }
    RunResult withoutTrials =
        soFar.with(soFar.points(), soFar.stacks(), List.of(), List.of(), List.of(), whole);
    return new Checkpoint(schema, waves, beside, guests, images, started, files, withoutTrials);
  }

  static Map<String, String> origins(Map<Requirement, ImageSource.Image> images) {
    Map<String, String> origins = new TreeMap<>();
    images.forEach((requirement, image) -> origins.put(requirement.toString(), image.origin()));
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
