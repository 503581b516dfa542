package dev.faultlab.kernel;

import dev.faultlab.docker.ContainerUsage;
import dev.faultlab.files.Trees;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Leftover;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Snapshots of ready guests, in the cache. The vm program makes them, finds the one that fits and
 * keeps the eight that were used last (docs/how-to/kernel-vms.md); this class tells it where.
 */
public record Snapshots(CacheDir cache, Commands commands) {
  private static final String MANIFEST = "manifest.json";

  /**
   * The variables for a guest's container and the compose files.
   *
   * @throws UncheckedIOException when the folder cannot be made
   */
  public Map<String, String> variables(GuestStart start) {
    String mode = start == GuestStart.COLD ? "off" : "auto";
    return Map.of("VM_SNAPSHOTS", store().toString(), "VM_SNAPSHOT_MODE", mode);
  }

  /** How many snapshots there are. */
  public long count() {
    return folders().stream().filter(f -> Files.exists(f.resolve(MANIFEST))).count();
  }

  /** Their size on disk: a guest's memory is a sparse file. */
  public long bytes() {
    return bytesOf(store());
  }

  /**
   * @param since what was used after this stays
   */
  public List<Leftover> find(ContainerUsage usage, Instant since) {
    if (usage.directory(store())) {
      return List.of(); // a guest may be about to resume from it, or be writing it
    }
    return folders().stream()
        .filter(folder -> !lastUse(folder).isAfter(since))
        .map(
            folder ->
                new Leftover(
                    "snapshot " + folder.getFileName(),
                    bytesOf(folder),
                    lastUse(folder),
                    () -> Trees.delete(folder)))
        .toList();
  }

  /**
   * Guests write to it as a root without privileges, so every user may write; the folder around it
   * is private.
   */
  private Path store() {
    Path store = cache.directory("snapshots").resolve("store");
    try {
      Files.setPosixFilePermissions(
          store.getParent(), PosixFilePermissions.fromString("rwx------"));
      Files.createDirectories(store);
      Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rwxrwxrwx"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + store, e);
    }
    return store;
  }

  private List<Path> folders() {
    return Trees.children(store()).stream().filter(Files::isDirectory).toList();
  }

  /** The vm program records a use in the time of the manifest; an unfinished snapshot has none. */
  private static Instant lastUse(Path folder) {
    Path manifest = folder.resolve(MANIFEST);
    return Trees.modified(Files.exists(manifest) ? manifest : folder);
  }

  private long bytesOf(Path path) {
    CommandResult du =
        commands.run(Command.of("du", "--summarize", "--block-size=1", path.toString()));
    // If a guest removes a file meanwhile, du fails after it has counted the others.
    String bytes = du.out().split("\\s", 2)[0];
    if (bytes.isEmpty()) {
      throw new UncheckedIOException("cannot weigh " + path, new IOException("du: " + du.tail(1)));
    }
    return Long.parseLong(bytes);
  }
}
