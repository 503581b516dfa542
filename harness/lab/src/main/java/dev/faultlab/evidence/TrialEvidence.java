package dev.faultlab.evidence;

import dev.faultlab.files.InnerPath;
import dev.faultlab.files.RefusedPath;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What one trial left behind.
 *
 * @param run folder of the run; sources of facts are given relative to it
 * @param settings the values the trial ran with
 */
public record TrialEvidence(Path run, Map<String, String> settings, TrialRecord trial) {

  public Optional<String> failure() {
    return trial.failure();
  }

  /** The folder of the trial. */
  public Path folder() {
    return InnerPath.of(run, trial.folder());
  }

  /**
   * The evidence file of that name, if the trial has it; it may be packed.
   *
   * @throws RefusedPath when the name leads out of the trial's folder
   */
  public Optional<Path> file(String name) {
    return EvidenceFiles.find(InnerPath.of(folder(), name));
  }

  /** A file's name as reports show it: relative to the folder of the run. */
  public String shown(String name) {
    return run.relativize(folder().resolve(name)).toString();
  }
}
