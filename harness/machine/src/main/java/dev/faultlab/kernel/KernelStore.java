package dev.faultlab.kernel;

import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.docker.RoleImageSource;
import dev.faultlab.docker.UnreachableException;
import dev.faultlab.guest.ContentKey;
import dev.faultlab.guest.KernelFolders;
import dev.faultlab.guest.KernelLookup;
import dev.faultlab.guest.KernelName;
import dev.faultlab.guest.ResolvedKernel;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.StagingFolder;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes kernels in containers and keeps them under the cache directory, keyed by content. One store
 * serves one invocation, so a moving name is resolved once.
 */
public final class KernelStore {
  private final Workspace workspace;
  private final Progress progress;
  private final KernelPairs pairs;
  private final KernelFolders folders;
  private final KernelMaker maker;
  private final KernelLookup lookup;

  /**
   * @throws ImageException when a pair's declaration does not make sense
   */
  public KernelStore(
      Workspace workspace, RoleImageSource images, Commands commands, Progress progress) {
    Path recipes = workspace.root().resolve("kernel-images");
    this.workspace = workspace;
    this.progress = progress;
    this.pairs = KernelPairs.read(recipes);
    this.folders =
        new KernelFolders(workspace.cache().root().resolve("kernels"), ContentKey.of(recipes));
    this.maker = new KernelMaker(workspace, recipes, images, commands, progress);
    this.lookup = new KernelLookup(folders, maker, progress::say);
  }

  /**
   * Reads a name. {@link #check} finds out whether the kernel exists.
   *
   * @throws NoSuchImageException when it has none of the four forms
   */
  public static KernelName parse(String name) {
    try {
      return KernelName.parse(name);
    } catch (IllegalArgumentException e) {
      throw new NoSuchImageException(e.getMessage());
    }
  }

  /**
   * A kernel of a pair, from its declaration.
   *
   * @param about what distinguishes it: the pair's title, with or without its change
   */
  public record Declared(KernelName name, String about) {}

  /** The kernels of every pair; in each pair, the one without the change comes first. */
  public List<Declared> declared() {
    return pairs.all().stream()
        .flatMap(
            pair ->
                Stream.of(
                    declared(pair, pair.kernels().without(), "without"),
                    declared(pair, pair.kernels().with(), "with")))
        .toList();
  }

  private static Declared declared(KernelPair pair, String kernel, String how) {
    String about = "%s (%s %s)".formatted(pair.title(), how, pair.change().commit());
    return new Declared(new KernelName.Built(kernel), about);
  }

  /**
   * Checks a name without a network: a pair must declare it, a file must be a bzImage. Debian and
   * registries are not asked.
   *
   * @throws NoSuchImageException when the name is meaningless
   */
  public void requireMeaning(KernelName name) {
    if (name instanceof KernelName.Built built) {
      pairs.of(built);
    } else if (name instanceof KernelName.File file) {
      BzImage.require(file.path());
    }
  }

  /**
   * Whether a kernel is available, in a few seconds: nothing is built, no kernel is fetched. A pair
   * must declare it, a file must be a bzImage, and Debian or a registry is asked. If a registry
   * does not answer, a kernel that is here still counts as available.
   *
   * @throws NoSuchImageException when there is none, with the reason in one sentence
   * @throws ImageException when it is unavailable now, with the reason in one sentence
   */
  public void check(KernelName name) {
    if (!(name instanceof KernelName.Carried carried)) {
      exact(name);
      return;
    }
    try {
      maker.requireOffered(carried);
    } catch (KernelLookup.NoAnswer e) {
      try {
        lookup.last(name, e);
      } catch (KernelLookup.NoAnswer none) {
        throw new UnreachableException(none.getMessage());
      }
    }
  }

  /**
   * Builds the images that {@link #bring} needs for the kernels that are not here. After that, it
   * can run beside other builds of images without waiting for them.
   *
   * @return the kernels that are not here
   * @throws ImageException when such an image cannot be built
   */
  public List<KernelName> prepare(List<KernelName> names) {
    List<KernelName> absent =
        names.stream().filter(name -> at(exact(name)).isEmpty()).distinct().toList();
    for (KernelName name : absent) {
      if (name instanceof KernelName.Built built) {
        maker.builder(pairs.of(built));
      } else {
        maker.builder();
      }
    }
    return absent;
  }

  /**
   * The kernel, built or fetched if it is not in the cache. A moving name is resolved first. If the
   * source does not answer, the kernel that was fetched last is used, with a message.
   *
   * @throws ImageException when it is unavailable; with the end of the log
   */
  public CachedKernel bring(KernelName name) {
    ResolvedKernel exact = exact(name);
    return at(exact).orElseGet(() -> make(exact));
  }

  /** The kernel, if it is in the cache; for a moving name the one fetched last, without asking. */
  public Optional<CachedKernel> present(KernelName name) {
    return name instanceof KernelName.Stock || name instanceof KernelName.Carried
        ? folders.last(name).map(place -> kernel(name, place))
        : at(exact(name));
  }

  private ResolvedKernel exact(KernelName name) {
    requireMeaning(name);
    if (name instanceof KernelName.Built built) {
      return new ResolvedKernel(name, built.name());
    }
    try {
      return lookup.of(name);
    } catch (KernelLookup.NoAnswer e) {
      throw new UnreachableException(e.getMessage());
    }
  }

  private Optional<CachedKernel> at(ResolvedKernel exact) {
    return Optional.of(place(exact))
        .filter(KernelFolders::complete)
        .map(place -> kernel(exact.name(), place));
  }

  private Path place(ResolvedKernel exact) {
    return exact.name() instanceof KernelName.Built built
        ? pairFolder(built).resolve(built.name())
        : folders.place(exact);
  }

  /** The folder of both kernels of a pair. */
  private Path pairFolder(KernelName.Built built) {
    KernelPair pair = pairs.of(built);
    String key = folders.key().of(String.join(" ", pair.words()), pair.recipes());
    return folders.kernels().resolve("pair-" + pair.folder() + "-" + key);
  }

  private static CachedKernel kernel(KernelName name, Path place) {
    try {
      return CachedKernel.read(name.toString(), StagingFolder.readable(place));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot let guests read " + place, e);
    }
  }

  private CachedKernel make(ResolvedKernel exact) {
    Runnable announce =
        () -> progress.say("Another faultlab is making kernels; waiting until it is done.");
    try (var held = workspace.cache().lock("kernels", announce)) {
      Optional<CachedKernel> meanwhile = at(exact);
      if (meanwhile.isPresent()) {
        return meanwhile.get();
      }
      if (exact.name() instanceof KernelName.Built built) {
        maker.build(pairs.of(built), pairFolder(built));
      } else {
        maker.fetch(exact, place(exact));
      }
    }
    return at(exact)
        .orElseThrow(
            () -> new ImageException("making " + exact.name() + " succeeded but left nothing"));
  }
}
