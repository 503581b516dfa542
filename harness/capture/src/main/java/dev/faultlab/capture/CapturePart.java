package dev.faultlab.capture;

import java.nio.file.Path;

/**
 * One of the files of a capture.
 *
 * @param file its path
 * @param firstFrame the number of its first frame, or of the next one if it has none
 */
public record CapturePart(Path file, long firstFrame) {

  /** {@return the file's name without its folder} */
  public String name() {
    return String.valueOf(file.getFileName());
  }
}
