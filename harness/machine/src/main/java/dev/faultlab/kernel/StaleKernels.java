package dev.faultlab.kernel;

import dev.faultlab.docker.ContainerUsage;
import dev.faultlab.docker.ImageException;
import dev.faultlab.files.Trees;
import dev.faultlab.guest.CachedKernel;
import dev.faultlab.guest.KernelName;
import dev.faultlab.guest.KernelStore;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Leftover;
import dev.faultlab.machine.UsageLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds files that guests will not start from again: kernels that today's recipes would not make,
 * and file systems of images that are gone.
 */
public record StaleKernels(CacheDir cache, KernelStore store) {
  private UsageLog uses() {
    return new UsageLog(cache);
  }

  /** Records that a kernel is used now; the least recently used is removed first. */
  public static void noteUse(CacheDir cache, KernelName name, CachedKernel kernel) {
    Path top = cache.directory("kernels").relativize(kernel.directory()).getName(0);
    new UsageLog(cache).note(usageKey(top), name.toString());
  }

  /**
   * @param usage what no sweep may touch
   * @param images ids of the images here that stay
   * @param since what was used after this stays even if its recipe is old, because another clone
   *     may have made it
   */
  public List<Leftover> find(ContainerUsage usage, Set<String> images, Instant since) {
    List<Leftover> old = new ArrayList<>();
    for (Path directory : Trees.children(cache.directory("kernels"))) {
      Instant last = uses().last(usageKey(directory)).orElse(Trees.modified(directory));
      if (!last.isAfter(since) && !usage.directory(directory) && !isCurrent(directory)) {
        old.add(leftover("kernel ", directory, last));
      }
    }
    for (Path directory : Trees.children(cache.directory("roots"))) {
      boolean isKnown = images.contains("sha256:" + directory.getFileName());
      Instant last = Trees.modified(directory);
      if (!last.isAfter(since) && !usage.directory(directory) && !isKnown) {
        old.add(leftover("guest root ", directory, last));
      }
    }
    return old;
  }

  private Leftover leftover(String kind, Path path, Instant last) {
    return new Leftover(
        kind + path.getFileName(),
        Trees.size(path),
        last,
        () -> {
          Trees.delete(path);
          uses().forget(usageKey(path));
        });
  }

  /** Whether the kernel's original name still means this kernel here. */
  private boolean isCurrent(Path directory) {
    return uses()
        .request(usageKey(directory))
        .or(() -> recordedName(directory))
        .flatMap(this::present)
        .filter(kernel -> kernel.directory().startsWith(directory))
        .isPresent();
  }

  private Optional<CachedKernel> present(String name) {
    try {
      return store.present(KernelMaker.parse(name));
    } catch (ImageException e) {
      return Optional.empty(); // a file that does not exist any more, or a name of an older form
    }
  }

  /** The name of a kernel itself, or the first of a pair. */
  private static Optional<String> recordedName(Path directory) {
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    return Stream.concat(Stream.of(directory), Trees.children(directory).stream())
        .filter(KernelStore::complete)
        .map(where -> new CachedKernel("", where).requestedName())
        .findFirst();
  }

  private static String usageKey(Path directory) {
    return "kernel-" + directory.getFileName();
  }
}
