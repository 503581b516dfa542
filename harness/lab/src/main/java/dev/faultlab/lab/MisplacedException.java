package dev.faultlab.lab;

import java.util.List;

/** An error at a place in a declaration; {@link LabReader} adds file and line. */
final class MisplacedException extends RuntimeException {
  private final transient List<Object> path;

  /**
   * @param path names and indices from the declaration's root
   */
  MisplacedException(String what, Object... path) {
    super(what);
    this.path = List.of(path);
  }

  List<Object> path() {
    return path;
  }
}
