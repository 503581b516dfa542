package dev.faultlab.guest;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The folder that {@code ./faultlab} and tests share, by the XDG base directory specification. */
public final class UserCache {
  private UserCache() {}

  /**
   * {@code $XDG_CACHE_HOME/faultlab}, or {@code $HOME/.cache/faultlab} if that is not set, like the
   * scripts. If neither is set, below the home directory in the user database.
   */
  public static Path of(Map<String, String> environment) {
    return absolute(environment, "XDG_CACHE_HOME")
        .or(() -> absolute(environment, "HOME").map(home -> home.resolve(".cache")))
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
        .resolve("faultlab");
  }

  /**
   * Records the last use of a thing, and the words of the request that made it. {@code ./faultlab
   * clean --images} removes what was not used for a while.
   *
   * @param cache the folder
   * @param name of the thing: an image, a kernel
   */
  public static Path lastUseFile(Path cache, String name) {
    return cache.resolve("uses").resolve(name.replaceAll("[^A-Za-z0-9._+-]", "-"));
  }

  /** The specification says to ignore a relative path. */
  private static Optional<Path> absolute(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name)).map(Path::of).filter(Path::isAbsolute);
  }
}
