package dev.faultlab.kernel;

import dev.faultlab.guest.ContentKey;
import dev.faultlab.guest.KernelFolders;
import dev.faultlab.guest.KernelName;
import dev.faultlab.guest.ResolvedKernel;
import dev.faultlab.machine.StagingFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where kernels are kept: those that were fetched, and in a folder for each pair the built ones.
 */
record KernelCache(KernelFolders fetched, KernelPairs pairs) {

  /** The folder of a name; for kernels that we build, the folder of their pair. */
  Path folder(KernelName name) {
    if (name instanceof KernelName.Built built) {
      KernelPair pair = pairs.of(built);
      String key = fetched.key().of(String.join(" ", pair.words()), pair.recipes());
      return fetched.kernels().resolve("pair-" + pair.folder() + "-" + key);
    }
    return fetched.folder(name);
  }

  Path place(ResolvedKernel exact) {
    return folder(exact.name()).resolve(ContentKey.readable(exact.version()));
  }

  Optional<Kernel> at(ResolvedKernel exact) {
    Path place = place(exact);
    return KernelFolders.complete(place)
        ? Optional.of(kernel(exact.name(), place))
        : Optional.empty();
  }

  /** The kernel of this name that was fetched last. */
  Optional<Kernel> last(KernelName name) {
    return fetched.last(name).map(place -> kernel(name, place));
  }

  private static Kernel kernel(KernelName name, Path place) {
    try {
      return Kernel.read(name.toString(), StagingFolder.readable(place));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot let guests read " + place, e);
    }
  }
}
