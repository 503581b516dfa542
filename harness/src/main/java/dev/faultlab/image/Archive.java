package dev.faultlab.image;

import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Keeps images that took long to build as files in the cache directory. The engine forgets images
 * when somebody prunes it, and a fresh machine may bring the cache along; building anew takes
 * minutes.
 */
final class Archive {
  private final CacheDir cache;
  private final Engine engine;
  private final Progress progress;

  Archive(CacheDir cache, Engine engine, Progress progress) {
    this.cache = cache;
    this.engine = engine;
    this.progress = progress;
  }

  boolean has(String tag) {
    return Files.exists(file(tag));
  }

  /** Brings an image back from the cache. False when it is not there or cannot be used. */
  boolean restore(String tag) {
    Path file = file(tag);
    if (!Files.exists(file)) {
      return false;
    }
    try (Progress.Step step = progress.start("Loading " + tag + " from the cache", 0)) {
      CommandResult result = engine.load(file);
      if (result.ok()) {
        return true;
      }
      progress.say("%s cannot be loaded, building anew: %s".formatted(file, result.tail(1)));
      return false;
    }
  }

  /**
   * Keeps an image. That this fails is said, and no more: the image itself is there.
   *
   * @throws UncheckedIOException when the cache directory cannot be written
   */
  void keep(String tag) {
    Path file = file(tag);
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (Progress.Step step = progress.start("Keeping " + tag + " in the cache", 0)) {
      CommandResult result = engine.save(tag, part);
      if (!result.ok()) {
        progress.say("cannot keep %s in the cache: %s".formatted(tag, result.tail(1)));
        Files.deleteIfExists(part);
        return;
      }
      // Never a half-written archive under the final name.
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
