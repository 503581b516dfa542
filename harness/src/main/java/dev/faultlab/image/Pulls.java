package dev.faultlab.image;

import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Progress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Pulls images. Remembers that a registry cannot be reached, so that only the first official image
 * waits for that answer, and the ids of images that a person named.
 */
final class Pulls {
  private final Engine engine;
  private final Progress progress;
  private final Map<String, String> named = new HashMap<>();
  private boolean registryAway;

  Pulls(Engine engine, Progress progress) {
    this.engine = engine;
    this.progress = progress;
  }

  /** The id of an official image after it was pulled; empty when it has to be built instead. */
  Optional<String> official(String name) {
    if (registryAway) {
      return Optional.empty();
    }
    CommandResult pull = pull(name);
    if (pull.ok()) {
      return engine.id(name);
    }
    progress.say("%s cannot be pulled, building instead: %s".formatted(name, pull.tail(1)));
    registryAway = Trouble.registryUnreachable(pull.err());
    return Optional.empty();
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
