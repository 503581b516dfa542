package dev.faultlab.manifest;

/**
 * A line of a file.
 *
 * @param path inside the repository
 * @param line from 1
 */
public record Place(String path, int line) {
  @Override
  public String toString() {
    return path + ":" + line;
  }
}
