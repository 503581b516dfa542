package dev.faultlab.tools.lint;

import java.nio.file.Path;

/** Something in a file that is not true. */
public record Problem(Path file, int line, String what) {

  @Override
  public String toString() {
    return file + ":" + line + ": " + what;
  }
}
