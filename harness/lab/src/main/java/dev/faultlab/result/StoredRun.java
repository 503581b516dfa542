package dev.faultlab.result;

import dev.faultlab.files.InnerPath;
import dev.faultlab.files.RefusedPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A folder below {@code results/<lab>/}, or a committed reference result. */
public sealed interface StoredRun {
  String lab();

  String id();

  /**
   * A run with a result. Its constructor throws {@link RefusedPath} if the result names a folder
   * outside the run's own.
   *
   * @param bundle the committed evidence; empty if there is none
   */
  record Finished(String lab, String id, Path folder, RunResult result, Optional<Bundle> bundle)
      implements StoredRun {
    public Finished {
      result.trials().forEach(trial -> InnerPath.of(folder, trial.folder()));
    }

    /** Whether it is a committed result, which is never rewritten. */
    public boolean committed() {
      return folder.endsWith(RunStore.REFERENCE) || bundle().isPresent();
    }

    /** Whether raw files exist; a committed result has some or none. */
    public boolean hasEvidence() {
      return Files.isDirectory(folder.resolve("evidence"));
    }
  }

  /**
   * A folder that is never read as a result.
   *
   * @param why with the file, or from the folder
   */
  record Rejected(String lab, String id, Path folder, Reason reason, String why)
      implements StoredRun {}

  /** Why a folder is not read. */
  enum Reason {
    /** The run is active, was interrupted or killed. */
    PARTIAL,
    /** It holds links or special files, or its result names files outside it. */
    REFUSED,
    /** Its result cannot be read. */
    BROKEN
  }
}
