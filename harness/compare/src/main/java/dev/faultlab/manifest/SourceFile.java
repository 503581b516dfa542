package dev.faultlab.manifest;

import java.util.List;
import java.util.Optional;

/**
 * A text file of a commit.
 *
 * @param path inside the repository
 * @param commit the files beside it
 */
record SourceFile(String path, String text, Snapshot commit) {

  /** Its lines, without their ends. */
  List<String> lines() {
    return text.lines().toList();
  }

  /** The file of the same commit at a path relative to this one; empty if there is none. */
  Optional<SourceFile> beside(String relative) {
    return InnerName.resolve(path, relative)
        .flatMap(other -> commit.text(other).map(found -> new SourceFile(other, found, commit)));
  }

  /** Its name without folders. */
  static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
