package dev.faultlab.image;

import java.nio.file.Path;

/** What a build context gets besides the recipe's folder. */
final class BuildContextPart {
  static final String CERTIFICATES = "ca-certificates";
  static final String POSSIBLE =
      CERTIFICATES + ", or a folder of this repository, as in cures/dnscache";

  private BuildContextPart() {}

  /** A path downwards with at least two parts; a single word names something else. */
  static boolean isPossible(String carried) {
    Path path = Path.of(carried);
    return carried.equals(CERTIFICATES)
        || path.getNameCount() > 1
            && !path.isAbsolute()
            && path.normalize().equals(path)
            && !path.startsWith("..");
  }

  /** The folder on this machine; that of the certificates may not exist. */
  static Path from(String carried, Path root, Path certificates) {
    return carried.equals(CERTIFICATES) ? certificates : root.resolve(carried);
  }
}
