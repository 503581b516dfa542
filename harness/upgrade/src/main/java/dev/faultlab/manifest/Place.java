package dev.faultlab.manifest;

/**
 * A line of a file, or a file.
 *
 * @param path inside the repository
 * @param line from 1; 0 for the whole file
 */
public record Place(String path, int line) {
  /** The whole file. */
  public static Place of(String path) {
    return new Place(path, 0);
  }

  public boolean isGoMod() {
    return GoModReader.isGoMod(path);
  }

  @Override
  public String toString() {
    return line == 0 ? path : path + ":" + line;
  }
}
