package dev.faultlab.machine;

import dev.faultlab.files.AtomicFile;
import dev.faultlab.files.Trees;
import dev.faultlab.guest.UserCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Remembers for each thing in the cache, by its name there, the words of the request that made it
 * and the last use. Repeating the request shows whether the recipe is still the one that made the
 * thing; nothing else does, because names are hashes.
 */
public record UsageLog(CacheDir cache) {

  /** Records that a thing is used now. */
  public void note(String key, String asked) {
    try {
      AtomicFile.write(file(key), asked);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot note the use of " + key, e);
    }
  }

  /** The words of the request. */
  public Optional<String> request(String key) {
    try {
      return Files.exists(file(key)) ? Optional.of(Files.readString(file(key))) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the use of " + key, e);
    }
  }

  /** The time of the last use. */
  public Optional<Instant> last(String key) {
    return Optional.of(file(key)).filter(Files::exists).map(Trees::modified);
  }

  /** Forgets a deleted thing. */
  public void forget(String key) {
    Trees.delete(file(key));
  }

  private Path file(String key) {
    cache.directory("uses");
    return UserCache.lastUseFile(cache.root(), key);
  }
}
