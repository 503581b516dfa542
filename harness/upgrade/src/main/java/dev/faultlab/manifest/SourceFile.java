package dev.faultlab.manifest;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A text file of a commit.
 *
 * @param path inside the repository
 * @param commit the files beside it
 */
record SourceFile(String path, String text, Snapshot commit) {
  SourceFile {
    UnreadableException.throwIf(text.indexOf('\0') >= 0, "has NUL bytes; expected UTF-8");
  }

  /** Its lines, without their ends. */
  List<String> lines() {
    return text.lines().toList();
  }

  /**
   * The file of the same commit at a path relative to this one; empty if there is none, or the path
   * leads out of the repository, which is a tree of git and no folder of this machine.
   */
  Optional<SourceFile> sibling(String relative) {
    try {
      Path other = Path.of(path).resolveSibling(relative).normalize();
      String name = other.toString();
      return other.isAbsolute() || other.startsWith("..")
          ? Optional.empty()
          : commit.text(name).map(found -> new SourceFile(name, found, commit));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Its name without folders. */
  static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
