package dev.faultlab.image;

import dev.faultlab.docker.DockerImages;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.StagingFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps images that took long to build as files in the cache directory. The engine forgets images
 * after a prune, and a fresh machine may bring the cache along; building anew takes minutes.
 */
final class Archive {
  private final CacheDir cache;
  private final DockerImages engine;
  private final Progress progress;
  private final Set<String> useless = ConcurrentHashMap.newKeySet();

  Archive(CacheDir cache, DockerImages engine, Progress progress) {
    this.cache = cache;
    this.engine = engine;
    this.progress = progress;
  }

  /** Whether an image is kept and still usable. */
  boolean has(String tag) {
    return !useless.contains(tag) && Files.exists(file(tag));
  }

  /**
   * Brings an image back from the cache. Returns false when the archive is unusable; it is then
   * deleted.
   */
  boolean restore(String tag) {
    Path file = file(tag);
    CommandResult result = engine.load(file);
    if (!result.ok()) {
      progress.say("cannot load %s, so it is built again: %s".formatted(file, result.tail(1)));
      useless.add(tag);
    }
    return result.ok();
  }

  /**
   * Keeps an image. A failure is only reported: the image itself is in the engine.
   *
   * @throws UncheckedIOException when the cache directory cannot be written
   */
  void keep(String tag) {
    Path file = file(tag);
    try (StagingFolder folder = StagingFolder.in(file.getParent())) {
      Path part = folder.path().resolve(file.getFileName());
      CommandResult result = engine.save(tag, part);
      if (!result.ok()) {
        progress.say("cannot keep %s in the cache: %s".formatted(tag, result.tail(1)));
        return;
      }
      // A half-written archive never gets the final name.
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  private Path file(String tag) {
    return cache.directory("images").resolve(fileName(tag));
  }

  static String fileName(String tag) {
    return tag.replaceAll("[/:]", "-") + ".tar";
  }
}
