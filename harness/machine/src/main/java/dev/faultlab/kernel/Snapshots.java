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
 * keeps the eight that were used last (docs/kernel-vms.md); here it is told where.
 */
public record Snapshots(CacheDir cache, Commands commands) {
  private static final String MANIFEST = "manifest.json";

  /**
   * What a guest's container and the compose files are told.
   *
   * @throws UncheckedIOException when the folder cannot be made
   */
  public Map<String, String> variables(GuestStart start) {
    return Map.of("VM_SNAPSHOTS", store().toString(), "VM_SNAPSHOT_MODE", start.mode());
  }

  /** How many there are. */
  public long count() {
    return folders().stream().filter(f -> Files.exists(f.resolve(MANIFEST))).count();
  }

  /** Bytes that they take on the disk: a guest's memory is a file with holes. */
  public long bytes() {
    return taken(store());
  }

  /**
   * @param since what was used after this stays
   */
  public List<Leftover> find(ContainerUsage occupied, Instant since) {
    if (occupied.directory(store())) {
      return List.of(); // a guest may be about to go on from one, or be saved
    }
    return folders().stream()
        .filter(folder -> !used(folder).isAfter(since))
        .map(
            folder ->
                new Leftover(
                    "snapshot " + folder.getFileName(),
                    taken(folder),
                    used(folder),
                    () -> Trees.delete(folder)))
        .toList();
  }

  /**
   * Guests write to it as a root without privileges, so every user may; the folder around it is
   * ours alone.
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

  /**
   * The vm program notes a use in the time of the manifest; one that was never finished has none.
   */
  private static Instant used(Path folder) {
    Path manifest = folder.resolve(MANIFEST);
    return Trees.modified(Files.exists(manifest) ? manifest : folder);
  }

  private long taken(Path path) {
    CommandResult result =
        commands.run(Command.of("du", "--summarize", "--block-size=1", path.toString()));
    // A file that a guest takes away meanwhile makes du fail after it has counted the others.
    String bytes = result.out().split("\\s", 2)[0];
    if (bytes.isEmpty()) {
      throw new UncheckedIOException(
          "cannot weigh " + path, new IOException("du: " + result.tail(1)));
    }
    return Long.parseLong(bytes);
  }
}
