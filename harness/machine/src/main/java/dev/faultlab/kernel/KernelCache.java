package dev.faultlab.kernel;

import dev.faultlab.files.Trees;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.StagingFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Where kernels are kept: a folder for each name with the recipes that made it, and in it a folder
 * for each meaning that the name has had.
 */
record KernelCache(CacheDir cache, ContentKey key, KernelPairs pairs) {
  private static final List<String> UNPACK_RECIPES =
      List.of("adopt", "pvh-stub.S", "stock", "unpack", "use-suite", "wrap-elf");

  /** The folder of a name; for kernels that we build, the folder of their pair. */
  Path folder(KernelName name) {
    Path kernels = cache.directory("kernels");
    if (name instanceof KernelName.Built built) {
      KernelPair pair = pairs.of(built);
      String content = String.join(" ", pair.words());
      return kernels.resolve("pair-" + pair.folder() + "-" + key.of(content, pair.recipes()));
    }
    return kernels.resolve(
        ContentKey.readable(name.toString()) + "-" + key.of(name.toString(), UNPACK_RECIPES));
  }

  Path place(ResolvedKernel exact) {
    return folder(exact.name()).resolve(ContentKey.readable(exact.version()));
  }

  Optional<Kernel> at(ResolvedKernel exact) {
    Path place = place(exact);
    return complete(place) ? Optional.of(kernel(exact.name(), place)) : Optional.empty();
  }

  /** The kernel of this name that was fetched last. */
  Optional<Kernel> last(KernelName name) {
    Path folder = folder(name);
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    return Trees.children(folder).stream()
        .filter(KernelCache::complete)
        .max(Comparator.comparing(place -> Trees.modified(place.resolve(Kernel.PROVENANCE))))
        .map(place -> kernel(name, place));
  }

  private static Kernel kernel(KernelName name, Path place) {
    try {
      return Kernel.read(name.toString(), StagingFolder.readable(place));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot let guests read " + place, e);
    }
  }

  private static boolean complete(Path place) {
    return Files.isRegularFile(place.resolve(Kernel.PROVENANCE));
  }
}
