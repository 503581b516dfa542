package dev.faultlab.manifest;

import java.util.List;
import java.util.Optional;

/** The files of one commit. Symbolic links and submodules are no files. */
public interface Snapshot {

  /** The paths of all files. */
  List<String> paths();

  /**
   * The text of a file; empty if the commit has no such file.
   *
   * @throws UnreadableException when the file is too large
   */
  Optional<String> text(String path);
}
