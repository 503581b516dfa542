package dev.faultlab.machine;

import dev.faultlab.files.AtomicFile;
import dev.faultlab.files.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Remembers of each thing in the cache, by the name under which it is kept, by which words it was
 * asked for and when last. Whether a recipe is still the one that made a thing can be found out by
 * asking with the same words again; nothing else tells, since names are hashes.
 */
public record UsageLog(CacheDir cache) {

  /** Notes that a thing is used now. */
  public void note(String name, String asked) {
    try {
      AtomicFile.write(file(name), asked);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot note the use of " + name, e);
    }
  }

  /** The words by which it was asked for. */
  public Optional<String> asked(String name) {
    try {
      return Files.exists(file(name))
          ? Optional.of(Files.readString(file(name)))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the use of " + name, e);
    }
  }

  /** When it was last asked for. */
  public Optional<Instant> last(String name) {
    return Optional.of(file(name)).filter(Files::exists).map(Trees::modified);
  }

  /** Forgets a thing that is gone. */
  public void forget(String name) {
    Trees.delete(file(name));
  }

  private Path file(String name) {
    return cache.directory("uses").resolve(name.replaceAll("[^A-Za-z0-9._+-]", "-"));
  }
}
