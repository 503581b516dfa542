package dev.faultlab.image;

import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Pulls images. Remembers that a registry cannot be reached, so that only the first official image
 * waits for that answer, and for a day in the cache directory; and the ids of images that a person
 * named.
 */
final class Pulls {
  /** So long, invocations after the first that no registry answered do not ask again. */
  private static final Duration SILENCE = Duration.ofDays(1);

  private final Path silent;
  private final Engine engine;
  private final Progress progress;
  private final Map<String, String> named = new ConcurrentHashMap<>();

  /** What could not be pulled is not asked for again in this invocation. */
  private final Set<String> refused = new HashSet<>();

  private boolean registryAway;

  Pulls(CacheDir cache, Engine engine, Progress progress) {
    this.silent = cache.root().resolve("no-registry");
    this.engine = engine;
    this.progress = progress;
  }

  /** Whether a registry is worth asking: none has been silent of late. */
  boolean mayAnswer() {
    if (registryAway) {
      return false;
    }
    try {
      return !Files.exists(silent)
          || Files.getLastModifiedTime(silent).toInstant().plus(SILENCE).isBefore(Instant.now());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + silent, e);
    }
  }

  /** Whether a registry has been asked just now, and none could be reached. */
  boolean away() {
    return registryAway;
  }

  /** Forgets that a registry was silent. */
  void askAgain() {
    registryAway = false;
    refused.clear();
    remember(false);
  }

  /** The id of an official image after it was pulled; empty when another has to take its place. */
  Optional<String> official(String name) {
    if (registryAway || refused.contains(name)) {
      return Optional.empty();
    }
    CommandResult pull = pull(name);
    if (pull.ok()) {
      remember(false);
      return engine.id(name);
    }
    progress.say("%s cannot be pulled, taking one built here: %s".formatted(name, pull.tail(1)));
    refused.add(name);
    registryAway = Trouble.registryUnreachable(pull.err());
    remember(registryAway);
    return Optional.empty();
  }

  private void remember(boolean away) {
    try {
      if (away) {
        Files.createDirectories(silent.getParent());
        Files.write(silent, new byte[0]);
      } else {
        Files.deleteIfExists(silent);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + silent, e);
    }
  }

  /** The id of an image that an argument names, see {@link #named(String, String)}. */
  String named(String name) {
    return named(name, "image:" + name);
  }

  /**
   * The id of an image that a person named, pulled when it is not here; nothing takes its place.
   *
   * @param said how it was named, for the message
   * @throws NoSuchImageException when its registry does not have it
   * @throws UnreachableException when its registry does not answer
   */
  String named(String name, String said) {
    return named.computeIfAbsent(
        name, unused -> engine.id(name).orElseGet(() -> pullNamed(name, said)));
  }

  private String pullNamed(String name, String said) {
    CommandResult pull = pull(name);
    Optional<String> id = engine.id(name);
    if (id.isPresent()) {
      return id.get();
    }
    String message =
        "%s: that image is neither here nor can it be pulled: %s".formatted(said, pull.tail(1));
    throw Trouble.registryUnreachable(pull.err())
        ? new UnreachableException(message)
        : new NoSuchImageException(message);
  }

  private CommandResult pull(String name) {
    try (Progress.Step step = progress.start("Pulling " + name, 0)) {
      return engine.pull(name, step::note);
    }
  }
}
