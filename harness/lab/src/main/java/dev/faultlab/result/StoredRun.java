package dev.faultlab.result;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A folder below {@code results/<lab>/}, or a committed reference result. */
public sealed interface StoredRun {
  String lab();

  String id();

  /** The folder that file names of facts are relative to. */
  Path folder();

  /** A run with a result. */
  record Finished(String lab, String id, Path folder, RunResult result) implements StoredRun {
    /** Whether it is a committed result, which is shown and never written anew. */
    public boolean committed() {
      return folder.endsWith(RunStore.REFERENCE) || bundle().isPresent();
    }

    /** The evidence that is committed with it; empty where there is none. */
    public Optional<Bundle> bundle() {
      return Bundle.in(folder);
    }

    /** Whether raw files are there; of a committed result they are some, or none. */
    public boolean hasEvidence() {
      return Files.isDirectory(folder.resolve("evidence"));
    }
  }

  /** A run with a result that was only glanced at. */
  record Listed(String lab, String id, Path folder, ResultGlance result) implements StoredRun {}

  /**
   * A run that goes on, was interrupted or killed; never read as a result.
   *
   * @param why what its folder says about it
   */
  record Partial(String lab, String id, Path folder, String why) implements StoredRun {}

  /**
   * A folder whose result cannot be read.
   *
   * @param why with the file
   */
  record Broken(String lab, String id, Path folder, String why) implements StoredRun {}
}
