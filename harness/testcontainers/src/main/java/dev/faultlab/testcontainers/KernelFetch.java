package dev.faultlab.testcontainers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.faultlab.guest.ContentKey;
import dev.faultlab.guest.KernelFolders;
import dev.faultlab.guest.KernelLookup;
import dev.faultlab.guest.KernelName;
import dev.faultlab.guest.KernelRecipes;
import dev.faultlab.guest.ResolvedKernel;
import dev.faultlab.guest.UserCache;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.examples.Expander;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.io.FileUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.images.RemoteDockerImage;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * Brings kernels into the cache: runs the commands of {@link KernelRecipes} in a container that
 * lives as long as one fetch. Files are copied, so the engine may be a remote one.
 */
final class KernelFetch implements KernelLookup.Source, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KernelFetch.class);
  private static final int EXECUTABLE = 0755;

  /** Debian packages that the recipes need; the second ones give an ELF kernel its entry. */
  private static final List<String> UNPACKERS = List.of("kmod", "python3", "xz-utils", "zstd");

  private static final List<String> ASSEMBLER = List.of("binutils", "gcc", "libc6-dev");

  /** A moving name is asked for once per JVM. */
  private static final Map<KernelName, Path> FOUND = new ConcurrentHashMap<>();

  private final KernelFolders folders =
      new KernelFolders(
          UserCache.of(System.getenv()).resolve("kernels"), new ContentKey(Recipes::kernelRecipe));
  private final DockerClient engine = DockerClientFactory.lazyClient();
  private GenericContainer<?> container;

  private KernelFetch() {}

  /**
   * The folder of a kernel, which is there afterwards.
   *
   * @throws IllegalStateException when it is unavailable, with the reason
   */
  static Path folder(KernelName name) {
    return FOUND.computeIfAbsent(
        name,
        wanted -> {
          try (KernelFetch fetch = new KernelFetch()) {
            return fetch.bring(wanted);
          }
        });
  }

  private Path bring(KernelName name) {
    if (name instanceof KernelName.Built built) {
      return built(built);
    }
    try {
      ResolvedKernel exact = new KernelLookup(folders, this, LOG::warn).of(name);
      Path place = folders.place(exact);
      if (!KernelFolders.complete(place)) {
        LOG.info("Fetching the kernel {} ({})", name, exact.version());
        make(exact);
        store(place);
      }
      return place;
    } catch (KernelLookup.NoAnswer e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private Path built(KernelName.Built built) {
    try (Stream<Path> pairs = Files.list(folders.kernels())) {
      return pairs
          .filter(pair -> pair.getFileName().toString().startsWith("pair-"))
          .map(pair -> pair.resolve(built.name()))
          .filter(KernelFolders::complete)
          .max(Comparator.comparing(place -> place.toFile().lastModified()))
          .orElseThrow(() -> notBuilt(built));
    } catch (IOException e) {
      throw notBuilt(built);
    }
  }

  private IllegalStateException notBuilt(KernelName.Built built) {
    return new IllegalStateException(
        "no kernel '%s' is in %s; run './faultlab kernels %s' in a clone, or use one of Debian's, such as debian:trixie"
            .formatted(built, folders.kernels(), built));
  }

  @Override
  public KernelLookup.Answer newest(KernelName.Stock stock) {
    ExecResult asked = run(KernelRecipes.newest(stock));
    return new KernelLookup.Answer(
        asked.getExitCode(), asked.getStdout(), asked.getStderr().strip());
  }

  @Override
  public RuntimeException failure(int status, String message) {
    return new IllegalStateException(message);
  }

  @Override
  public String id(KernelName.Carried carried) throws KernelLookup.NoAnswer {
    try {
      new RemoteDockerImage(DockerImageName.parse(carried.image())).get();
      return engine.inspectImageCmd(carried.image()).exec().getId();
    } catch (RuntimeException e) {
      throw new KernelLookup.NoAnswer("the image cannot be pulled (" + e.getMessage() + ")");
    }
  }

  private void make(ResolvedKernel exact) {
    if (exact.name() instanceof KernelName.Stock stock) {
      install(UNPACKERS);
      must(KernelRecipes.stock(stock, exact, "0:0"));
      return;
    }
    if (exact.name() instanceof KernelName.File file) {
      install(List.of("python3"));
      started().copyFileToContainer(MountableFile.forHostPath(file.path()), KernelRecipes.SOURCE);
    } else {
      install(UNPACKERS);
      copyTree(((KernelName.Carried) exact.name()).image());
      if (run(List.of("sh", "-c", "ls /tree/boot/vmlinuz-*")).getExitCode() != 0) {
        install(ASSEMBLER);
      }
      must(List.of("tar", "-cf", KernelRecipes.SOURCE, "-C", "/tree", "boot", "lib"));
    }
    must(KernelRecipes.adopt(exact, "0:0"));
  }

  /** The image's own files: from a container that is never started. */
  private void copyTree(String image) {
    String carrier =
        engine
            .createContainerCmd(image)
            .withCmd("/none")
            .withLabels(Sidecars.labels())
            .exec()
            .getId();
    try {
      must(List.of("mkdir", "-p", "/tree/lib"));
      copyTree(carrier, "/boot", "/tree");
      copyTree(carrier, "/lib/modules", "/tree/lib");
    } finally {
      engine.removeContainerCmd(carrier).exec();
    }
  }

  private void copyTree(String from, String path, String to) {
    try (InputStream tar = engine.copyArchiveFromContainerCmd(from, path).exec()) {
      engine
          .copyArchiveToContainerCmd(started().getContainerId())
          .withTarInputStream(tar)
          .withRemotePath(to)
          .exec();
    } catch (NotFoundException e) {
      LOG.info("The image has no {}", path); // a kernel may have no modules
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy " + path + " of an image", e);
    }
  }

  /** Copies what a recipe has made into a folder beside its place, and renames that. */
  private void store(Path place) {
    try {
      Files.createDirectories(place.getParent());
      Path part = Files.createTempDirectory(folders.kernels(), "part-");
      try {
        String id = started().getContainerId();
        try (TarArchiveInputStream tar =
            new TarArchiveInputStream(
                engine.copyArchiveFromContainerCmd(id, KernelRecipes.OUT).exec())) {
          new Expander().expand(tar, part);
        }
        Files.move(part.resolve("out"), place);
      } catch (IOException e) {
        if (!KernelFolders.complete(place)) {
          throw e;
        } // another process has just fetched it
      } finally {
        FileUtils.deleteDirectory(part.toFile());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot store a kernel in " + place, e);
    }
  }

  private void install(List<String> packages) {
    List<String> words = new ArrayList<>(List.of("debian-install", "bookworm"));
    words.addAll(packages);
    must(words);
  }

  private void must(List<String> words) {
    ExecResult result = run(words);
    if (result.getExitCode() != 0) {
      throw new IllegalStateException(
          "%s failed (status %d): %s"
              .formatted(words.get(0), result.getExitCode(), result.getStderr().strip()));
    }
  }

  private ExecResult run(List<String> words) {
    return Sidecars.answer(
        words.get(0), () -> started().execInContainer(words.toArray(String[]::new)));
  }

  private GenericContainer<?> started() {
    if (container == null) {
      container = Sidecars.idle(new GenericContainer<>(DockerImageName.parse(Recipes.base())));
      Stream.concat(KernelRecipes.UNPACKING.stream(), Stream.of(KernelRecipes.NEWEST))
          .forEach(
              name ->
                  container.withCopyToContainer(
                      Transferable.of(Recipes.kernelRecipe(name), EXECUTABLE),
                      KernelRecipes.RECIPES + "/" + name));
      container.start();
    }
    return container;
  }

  @Override
  public void close() {
    if (container != null) {
      container.stop();
    }
  }
}
