package dev.faultlab.guest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Kernels in the cache, for runs and for tests. Those that others built have a folder for each name
 * with the recipes that made it, and in it a folder for each content that the name has stood for.
 * One store resolves each name once.
 */
public final class KernelStore {
  /** Describes a kernel, and is written last: a folder that has it is complete. */
  public static final String PROVENANCE = "provenance.json";

  private final Path kernels;
  private final ContentKey key;
  private final Backend backend;
  private final Consumer<String> log;

  /** Name to exact content. */
  private final Map<KernelName, String> exactByName = new HashMap<>();

  /** A failed mirror's answer; it is not asked again. */
  private Optional<Answer> lastFailure = Optional.empty();

  /**
   * How a command or a question ended.
   *
   * @param status 0 if {@code out} is an answer; {@link KernelRecipes#NO_ANSWER} if no source
   *     answered
   * @param reason its error
   */
  public record Answer(int status, String out, String reason) {}

  /** Why there is no kernel. */
  public enum Failure {
    NO_SUCH,
    /** Its source does not answer now. */
    NO_ANSWER,
    FAILED
  }

  /** Runs recipes in containers, as only runs or only tests can. */
  public interface Backend {
    /** Runs {@link KernelRecipes#newest}. */
    Answer newest(KernelName.Debian stock);

    /** The id of an image, pulled if it is not here. */
    Answer id(KernelName.InImage carried);

    /** The folder of a kernel that is built here; throws if it cannot be. */
    Path built(KernelName.Built built);

    /** Provides what {@link #make} needs for a kernel. */
    default void prepare(KernelName name) {}

    /**
     * Makes a kernel by its recipe.
     *
     * @param exact content that its name means now
     * @param place the folder that is there afterwards, complete
     */
    void make(KernelName name, String exact, Path place);

    /** The exception for a failure. */
    RuntimeException failure(Failure trouble, String message);
  }

  /**
   * @param kernels the folder of all kernels; need not exist
   * @param log receives a message if an older kernel may be used
   */
  public KernelStore(Path kernels, ContentKey key, Backend backend, Consumer<String> log) {
    this.kernels = kernels;
    this.key = key;
    this.backend = backend;
    this.log = log;
  }

  /** Throws if a name means nothing; Debian and registries are not asked. */
  public void require(KernelName name) {
    if (name instanceof KernelName.Built built) {
      backend.built(built);
    } else if (name instanceof KernelName.File file) {
      requireBzImage(file.path());
    }
  }

  private void requireBzImage(Path file) {
    String format = "cannot read a kernel at %s: there is no such file";
    if (Files.isDirectory(file)) {
      format = "cannot read a kernel at %s: it is a directory";
    } else if (Files.isRegularFile(file)) {
      format = "%s is not a bzImage: no HdrS at 0x202"; // Documentation/x86/boot.rst
      try (InputStream in = Files.newInputStream(file)) {
        byte[] start = in.readNBytes(0x206);
        if (new String(start, StandardCharsets.ISO_8859_1).startsWith("HdrS", 0x202)) {
          return;
        }
      } catch (IOException e) {
        format = "cannot read a kernel at %s: permission denied";
      }
    }
    throw backend.failure(Failure.NO_SUCH, format.formatted(file));
  }

  /**
   * Throws if a kernel is unavailable, in a few seconds: nothing is built, of kernels only an image
   * that carries one is fetched. If its source does not answer, a kernel that is here counts.
   */
  public void check(KernelName name) {
    resolve(name);
  }

  /**
   * Provides what {@link #provide} needs, such as images, for the kernels that are not here. After
   * that, it can run beside builds of images without waiting for them.
   *
   * @return the kernels that are not here
   */
  public List<KernelName> prepare(List<KernelName> names) {
    List<KernelName> absent =
        names.stream().distinct().filter(name -> !complete(place(name, resolve(name)))).toList();
    absent.forEach(backend::prepare);
    return absent;
  }

  /**
   * The kernel, built or fetched if it is not in the cache. A moving name is resolved first. If the
   * source does not answer, the kernel that was fetched last is used, with a message.
   */
  public CachedKernel provide(KernelName name) {
    String exact = resolve(name);
    Path place = place(name, exact);
    if (!complete(place)) {
      backend.make(name, exact, place);
    }
    return new CachedKernel(name.toString(), place);
  }

  /** The kernel, if it is in the cache; for a moving name the one fetched last, without asking. */
  public Optional<CachedKernel> present(KernelName name) {
    boolean isFetched = name instanceof KernelName.Debian || name instanceof KernelName.InImage;
    return (isFetched ? last(name) : Optional.of(place(name, resolve(name))))
        .filter(KernelStore::complete)
        .map(place -> new CachedKernel(name.toString(), place));
  }

  /** Resolves a name to its exact content. */
  private String resolve(KernelName name) {
    require(name);
    if (!exactByName.containsKey(name)) {
      exactByName.put(name, ask(name));
    }
    return exactByName.get(name);
  }

  private String ask(KernelName name) {
    if (name instanceof KernelName.Built built) {
      return built.name(); // the recipes are in the key of its folder
    }
    if (name instanceof KernelName.File file) {
      return ContentKey.hash(file.path());
    }
    if (name instanceof KernelName.Debian stock && !stock.moves() && last(stock).isPresent()) {
      return new CachedKernel("", last(stock).get()).exact();
    }
    Answer answer =
        name instanceof KernelName.Debian stock
            ? newest(stock)
            : backend.id((KernelName.InImage) name);
    if (answer.status() == 0) {
      return answer.out().strip();
    }
    if (answer.status() == KernelRecipes.NO_ANSWER) {
      return requireLast(name, answer.reason());
    }
    throw backend.failure(
        answer.status() == KernelRecipes.NO_SUCH ? Failure.NO_SUCH : Failure.FAILED,
        "the kernel %s is unavailable: %s".formatted(name, answer.reason()));
  }

  private Answer newest(KernelName.Debian stock) {
    if (lastFailure.isEmpty()) {
      Answer answer = backend.newest(stock);
      if (answer.status() != KernelRecipes.NO_ANSWER) {
        return answer;
      }
      String message = "Debian's mirror does not answer (" + answer.reason() + ")";
      lastFailure = Optional.of(new Answer(KernelRecipes.NO_ANSWER, "", message));
    }
    return lastFailure.get();
  }

  /** The meaning of a name when its kernel was fetched last, from now on. */
  private String requireLast(KernelName name, String reason) {
    Path last =
        last(name)
            .orElseThrow(
                () ->
                    backend.failure(
                        Failure.NO_ANSWER,
                        "the kernel %s is unavailable: %s, and the cache has none"
                            .formatted(name, reason)));
    String exact = new CachedKernel("", last).exact();
    log.accept(
        "%s may mean a newer kernel by now: %s. Using the one that was fetched last: %s."
            .formatted(name, reason, exact));
    exactByName.put(name, exact);
    return exact;
  }

  private Path folder(KernelName name) {
    String text = name.toString();
    return kernels.resolve(ContentKey.readable(text) + "-" + key.of(text, KernelRecipes.UNPACKING));
  }

  private Path place(KernelName name, String exact) {
    return name instanceof KernelName.Built built
        ? backend.built(built)
        : folder(name).resolve(ContentKey.readable(exact));
  }

  /** Whether a folder holds a kernel. */
  public static boolean complete(Path place) {
    return Files.isRegularFile(place.resolve(PROVENANCE));
  }

  /** The folder of this name that was filled last. */
  private Optional<Path> last(KernelName name) {
    Path folder = folder(name);
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(KernelStore::complete).max(Comparator.comparing(KernelStore::completedAt));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + folder, e);
    }
  }

  private static FileTime completedAt(Path place) {
    try {
      return Files.getLastModifiedTime(place.resolve(PROVENANCE));
    } catch (IOException e) {
      return FileTime.fromMillis(0); // it was removed at this moment
    }
  }
}
