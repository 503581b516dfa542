package dev.faultlab.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The clone that we work in, and the cache that clones share.
 *
 * @param root the repository's root directory, absolute
 * @param cache downloads and builds that outlive the clone
 */
public record Workspace(Path root, CacheDir cache) {

  public Workspace {
    root = root.toAbsolutePath().normalize();
  }

  /**
   * Holds the commit that a package was made from, because it has no repository; a clone has no
   * such file.
   */
  public static Optional<Path> packagedCommit(Path root) {
    return Optional.of(root.resolve(".commit")).filter(Files::exists);
  }

  /** One folder per role with its recipe, and {@code roles.yaml}. */
  public Path images() {
    return root.resolve("images");
  }

  public Path labs() {
    return root.resolve("labs");
  }

  /** One folder per system that {@code ./faultlab roll} upgrades. */
  public Path rolls() {
    return root.resolve("rolls");
  }

  public Path results() {
    return root.resolve("results");
  }

  /** The file that {@code docker compose} reads by itself: the resolved image of each role. */
  public Path dotEnv() {
    return root.resolve(".env");
  }
}
