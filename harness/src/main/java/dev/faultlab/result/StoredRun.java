package dev.faultlab.result;

import java.nio.file.Files;
import java.nio.file.Path;

/** A folder below {@code results/<lab>/}, or a committed reference result. */
public sealed interface StoredRun {
  String lab();

  String id();

  /** The folder that file names of facts are relative to. */
  Path folder();

  /** A run with a result. */
  record Finished(String lab, String id, Path folder, RunResult result) implements StoredRun {
    /** Whether the raw files are there; a reference result is committed without them. */
    public boolean hasEvidence() {
      return Files.isDirectory(folder.resolve("evidence"));
    }
  }

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
