package dev.faultlab.manifest;

import java.io.IOException;
import java.util.Map;

/** Reads files that no reader here does: lock files of npm, PyPI, Cargo and others, and actions. */
@FunctionalInterface
public interface FileScanner {
  /**
   * The contents of files, by path; a file that is missing has none.
   *
   * @param texts by path
   * @throws UnreadableException when none of them could be read
   */
  Map<String, Reading> read(Map<String, String> texts) throws IOException, InterruptedException;
}
