package dev.faultlab.docker;

import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Images that were built from our recipes on another machine, and that a registry has. The file
 * {@code images/prebuilt} has a line for each: the name under which it is built here, which has the
 * recipe's key, and {@code REPOSITORY@sha256:DIGEST}. So a changed recipe or changed content is
 * never taken.
 */
public final class Prebuilt {
  /** Of a clone that builds everything itself. */
  public static final Prebuilt NONE =
      new Prebuilt(Map.of(), new DockerImages(new LocalCommands()), message -> {});

  /** The label with an image's own name, which {@code harness/dist/prebuilt} gives it. */
  private static final String LABEL = "{{index .Config.Labels \"faultlab.image\"}}";

  private final Map<String, String> references;
  private final Map<String, Optional<String>> ids = new ConcurrentHashMap<>();
  private final DockerImages engine;
  private final Progress progress;

  private volatile boolean failed;

  private Prebuilt(Map<String, String> references, DockerImages engine, Progress progress) {
    this.references = references;
    this.engine = engine;
    this.progress = progress;
  }

  /**
   * Reads the file, which need not exist.
   *
   * @throws ImageException with the line that is not of the form
   */
  public static Prebuilt read(Path file, DockerImages engine, Progress progress) {
    if (!Files.exists(file)) {
      return NONE;
    }
    Map<String, String> references = new HashMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        if (!line.matches("faultlab/[a-z0-9-]+:\\S+ \\S+@sha256:[0-9a-f]{64}")) {
          throw new ImageException(
              "%s: expected NAME REPOSITORY@sha256:DIGEST, found '%s'".formatted(file, line));
        }
        references.put(line.split(" ")[0], line.split(" ")[1]);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
    return new Prebuilt(references, engine, progress);
  }

  /** Whether a registry has the image, and no pull has failed in this invocation. */
  public boolean mayHave(String name) {
    return references.containsKey(name) && !failed;
  }

  /** What a registry calls the image. */
  public Optional<String> reference(String name) {
    return Optional.ofNullable(references.get(name));
  }

  /**
   * Whether an image that is here was taken from a registry.
   *
   * @param id of its content
   */
  public boolean has(String name, String id) {
    return reference(name)
        .flatMap(reference -> ids.computeIfAbsent(reference, engine::id))
        .filter(id::equals)
        .isPresent();
  }

  /**
   * Pulls an image that {@link #mayHave} says is there, and gives it its name. After a failure, the
   * rest is built.
   *
   * @return its id; empty if it has to be built
   */
  public Optional<String> pull(String name, Consumer<String> onLine) {
    String reference = references.get(name);
    CommandResult pull = engine.pull(reference, onLine);
    String trouble = pull.tail(1);
    if (pull.ok()) {
      String carried = engine.inspect(reference, LABEL).strip();
      if (carried.equals(name)) {
        engine.tag(reference, name);
        ids.remove(reference);
        return engine.id(name);
      }
      trouble = "it is the image '%s'".formatted(carried);
    }
    failed = true;
    progress.say("cannot take %s as %s, building it: %s".formatted(reference, name, trouble));
    return Optional.empty();
  }
}
