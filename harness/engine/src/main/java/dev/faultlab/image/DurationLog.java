package dev.faultlab.image;

import dev.faultlab.files.AtomicFile;
import dev.faultlab.machine.CacheDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How long things took the last time on this machine, in whichever clone: shown to people, never
 * used in a decision. Used by several threads.
 */
final class DurationLog {
  private final CacheDir cache;

  /** Values already read: a progress bar asks each time it is drawn. */
  private final Map<String, Optional<Double>> known = new HashMap<>();

  DurationLog(CacheDir cache) {
    this.cache = cache;
  }

  /** Seconds that it took last time; empty when it was never done. */
  synchronized Optional<Double> seconds(String what) {
    return known.computeIfAbsent(what, unused -> read(file(what)));
  }

  /** Stores how many seconds it just took. */
  synchronized void note(String what, double seconds) {
    Path file = file(what);
    try {
      AtomicFile.write(file, seconds + "\n");
    } catch (IOException e) {
      // The image is there; only the next estimate lacks its time.
    }
    known.put(what, Optional.of(seconds));
  }

  private static Optional<Double> read(Path file) {
    try {
      return Optional.of(Double.valueOf(Files.readString(file).strip()));
    } catch (NumberFormatException | IOException e) {
      return Optional.empty(); // never done, or the process was killed while it wrote
    }
  }

  private Path file(String what) {
    return cache.directory("took").resolve(what.replaceAll("[^A-Za-z0-9._+-]", "-"));
  }
}
