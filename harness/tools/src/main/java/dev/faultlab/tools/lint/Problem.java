package dev.faultlab.tools.lint;

import java.nio.file.Path;

/** An error in a file. */
public record Problem(Path file, int line, String what) {

  @Override
  public String toString() {
    return file + ":" + line + ": " + what;
  }
}
