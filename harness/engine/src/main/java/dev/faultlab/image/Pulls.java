package dev.faultlab.image;

import dev.faultlab.docker.DockerImages;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.docker.UnreachableException;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.files.Trees;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Pulls images. Remembers that a registry cannot be reached, in the cache directory for a day, so
 * that only the first official image waits for it. Also remembers the ids of images that a person
 * named.
 */
final class Pulls {
  /** For this long after a registry did not answer, later invocations do not ask it. */
  private static final Duration SILENCE = Duration.ofDays(1);

  private final Path marker;
  private final DockerImages engine;
  private final Progress progress;
  private final Map<String, String> namedImages = new ConcurrentHashMap<>();

  /** What could not be pulled is not asked for again in this invocation. */
  private final Set<String> refused = ConcurrentHashMap.newKeySet();

  private volatile boolean registryUnreachable;

  Pulls(CacheDir cache, DockerImages engine, Progress progress) {
    this.marker = cache.root().resolve("no-registry");
    this.engine = engine;
    this.progress = progress;
  }

  /** Whether a registry is worth asking: none failed to answer recently. */
  boolean mayAnswer() {
    return !registryUnreachable
        && (!Files.exists(marker) || Trees.modified(marker).plus(SILENCE).isBefore(Instant.now()));
  }

  /** Whether official images may still be pullable in this invocation. */
  boolean mayHave(String name) {
    return !registryUnreachable && !refused.contains(name);
  }

  /** Forgets that a registry did not answer. */
  synchronized void askAgain() {
    registryUnreachable = false;
    refused.clear();
    remember(false);
  }

  /**
   * The id of an official image after it was pulled; empty when another has to take its place.
   *
   * @param onLine receives the engine's output
   */
  Optional<String> official(String name, Consumer<String> onLine) {
    if (!mayHave(name)) {
      return Optional.empty();
    }
    CommandResult pull = engine.pull(name, onLine);
    Optional<String> id = pull.ok() ? engine.id(name) : Optional.empty();
    if (id.isEmpty()) {
      progress.say(
          "cannot pull %s, using one that our recipe makes: %s".formatted(name, pull.tail(1)));
      refused.add(name);
    }
    remember(!pull.ok() && CommandFailures.UNREACHABLE.test(pull.err()));
    return id;
  }

  /**
   * If several pulls run side by side, one that reached no registry decides, regardless of the
   * order in which they end.
   */
  private synchronized void remember(boolean away) {
    registryUnreachable |= away;
    try {
      if (registryUnreachable) {
        Files.createDirectories(marker.getParent());
        AtomicFile.write(marker, "");
      } else {
        Files.deleteIfExists(marker);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + marker, e);
    }
  }

  /** The id of an image that an argument names, see {@link #named(String, String)}. */
  String named(String name) {
    return named(name, "image:" + name);
  }

  /**
   * The id of an image that a person named, pulled when it is not here; no other image replaces it.
   *
   * @param source how it was named, for the message
   * @throws NoSuchImageException when its registry does not have it
   * @throws UnreachableException when its registry does not answer
   */
  String named(String name, String source) {
    return namedImages.computeIfAbsent(
        name, unused -> engine.id(name).orElseGet(() -> pullNamed(name, source)));
  }

  private String pullNamed(String name, String source) {
    CommandResult pull;
    try (Progress.Step step = progress.start("Pulling " + name, 0)) {
      pull = engine.pull(name, step::note);
    }
    Optional<String> id = engine.id(name);
    if (id.isPresent()) {
      return id.get();
    }
    String message =
        "%s: the engine does not have this image, and it cannot be pulled: %s"
            .formatted(source, pull.tail(1));
    throw CommandFailures.UNREACHABLE.test(pull.err())
        ? new UnreachableException(message)
        : new NoSuchImageException(message);
  }
}
