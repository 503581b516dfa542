package dev.faultlab.manifest;

/** Reads one format. */
interface ManifestReader {

  /** Whether a file has this format, as far as its path tells. */
  boolean reads(String path);

  /**
   * What a file says.
   *
   * @throws UnreadableException when it is not of this format, or exceeds a limit
   */
  Reading read(SourceFile file);
}
