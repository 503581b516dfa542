package dev.faultlab.testcontainers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.faultlab.guest.CachedKernel;
import dev.faultlab.guest.ContentKey;
import dev.faultlab.guest.KernelName;
import dev.faultlab.guest.KernelRecipes;
import dev.faultlab.guest.KernelStore;
import dev.faultlab.guest.KernelStore.Answer;
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

/** Fetches kernels for tests. Files are copied, so the engine may be a remote one. */
record KernelFetch(Path kernels) implements KernelStore.Backend {
  private static final Logger LOG = LoggerFactory.getLogger(KernelFetch.class);
  private static final int EXECUTABLE = 0755;

  /** A moving name is asked for once per JVM. */
  private static final Map<KernelName, CachedKernel> CACHE = new ConcurrentHashMap<>();

  /** Runs a recipe with what it needs; the second packages give an ELF kernel its entry. */
  private static final String PREPARED =
      """
      set -e
      debian-install bookworm kmod python3 xz-utils zstd
      if [ -d /tree/boot ]; then
        ls /tree/boot/vmlinuz-* >/dev/null 2>&1 || debian-install bookworm binutils gcc libc6-dev
        tar -cf /source -C /tree boot lib
      fi
      exec "$@"
      """;

  /**
   * A kernel, which is in the cache afterwards.
   *
   * @throws IllegalStateException when it is unavailable, with the reason
   */
  static CachedKernel provide(KernelName name) {
    Path kernels = UserCache.of(System.getenv()).resolve("kernels");
    ContentKey key = new ContentKey(Recipes::kernelRecipe);
    return CACHE.computeIfAbsent(
        name, new KernelStore(kernels, key, new KernelFetch(kernels), LOG::warn)::provide);
  }

  /** It is built by the command only. */
  @Override
  public Path built(KernelName.Built built) {
    String missing =
        "no kernel '%s' is in %s; run './faultlab kernels %s' in a clone, or use one of Debian's, such as debian:trixie"
            .formatted(built, kernels, built);
    return Stream.ofNullable(kernels.toFile().listFiles())
        .flatMap(Stream::of)
        .filter(pair -> pair.getName().startsWith("pair-"))
        .map(pair -> pair.toPath().resolve(built.name()))
        .filter(KernelStore::complete)
        .max(Comparator.comparing(place -> place.toFile().lastModified()))
        .orElseThrow(() -> new IllegalStateException(missing));
  }

  @Override
  public Answer id(KernelName.InImage carried) {
    try {
      new RemoteDockerImage(DockerImageName.parse(carried.image())).get();
      DockerClient engine = DockerClientFactory.lazyClient();
      return new Answer(0, engine.inspectImageCmd(carried.image()).exec().getId(), "");
    } catch (RuntimeException e) {
      String message = "the image cannot be pulled (" + e.getMessage() + ")";
      return new Answer(KernelRecipes.NO_ANSWER, "", message);
    }
  }

  @Override
  public RuntimeException failure(KernelStore.Failure trouble, String message) {
    return new IllegalStateException(message);
  }

  @Override
  public Answer newest(KernelName.Debian stock) {
    try (GenericContainer<?> container = started()) {
      return run(container, KernelRecipes.newest(stock));
    }
  }

  @Override
  public void make(KernelName name, String exact, Path place) {
    LOG.info("Fetching the kernel {} ({})", name, exact);
    try (GenericContainer<?> container = started()) {
      if (name instanceof KernelName.File file) {
        container.copyFileToContainer(MountableFile.forHostPath(file.path()), KernelRecipes.SOURCE);
      } else if (name instanceof KernelName.InImage carried) {
        copyTree(carried.image(), container);
      }
      List<String> args = new ArrayList<>(List.of("sh", "-c", PREPARED, "kernel"));
      args.addAll(KernelRecipes.unpack(name, exact, "0:0"));
      Answer answer = run(container, args);
      if (answer.status() != 0) {
        throw new IllegalStateException(
            "fetching the kernel %s failed (status %d): %s"
                .formatted(name, answer.status(), answer.reason()));
      }
      store(container, place);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot store a kernel in " + place, e);
    }
  }

  /** A container with the recipes. */
  private static GenericContainer<?> started() {
    GenericContainer<?> container =
        Sidecars.idle(new GenericContainer<>(DockerImageName.parse(Recipes.base())));
    Stream.concat(KernelRecipes.UNPACKING.stream(), Stream.of(KernelRecipes.NEWEST))
        .forEach(
            name ->
                container.withCopyToContainer(
                    Transferable.of(Recipes.kernelRecipe(name), EXECUTABLE),
                    KernelRecipes.RECIPES + "/" + name));
    container.withCopyToContainer(Transferable.of(""), "/tree/lib/.keep");
    container.start();
    return container;
  }

  private static Answer run(GenericContainer<?> container, List<String> args) {
    ExecResult result =
        Sidecars.answer(args.get(0), () -> container.execInContainer(args.toArray(String[]::new)));
    return new Answer(result.getExitCode(), result.getStdout(), result.getStderr().strip());
  }

  /** The image's own files: from a container that is never started. */
  private static void copyTree(String image, GenericContainer<?> container) throws IOException {
    DockerClient engine = container.getDockerClient();
    CreateContainerCmd create = engine.createContainerCmd(image).withCmd("/none");
    String carrier = create.withLabels(Sidecars.labels()).exec().getId();
    try {
      for (String path : List.of("/boot", "/lib/modules")) {
        try (InputStream tar = engine.copyArchiveFromContainerCmd(carrier, path).exec()) {
          engine
              .copyArchiveToContainerCmd(container.getContainerId())
              .withTarInputStream(tar)
              .withRemotePath(Path.of("/tree" + path).getParent().toString())
              .exec();
        } catch (NotFoundException e) {
          LOG.info("The image has no {}", path); // a kernel may have no modules
        }
      }
    } finally {
      engine.removeContainerCmd(carrier).exec();
    }
  }

  /** Copies what a recipe has made into a folder beside its place, and renames that. */
  private void store(GenericContainer<?> container, Path place) throws IOException {
    Files.createDirectories(place.getParent());
    Path part = Files.createTempDirectory(kernels, "part-");
    String id = container.getContainerId();
    DockerClient engine = container.getDockerClient();
    try (InputStream out = engine.copyArchiveFromContainerCmd(id, KernelRecipes.OUTPUT).exec()) {
      new Expander().expand(new TarArchiveInputStream(out), part);
      Files.move(part.resolve("out"), place);
    } catch (IOException e) {
      if (!KernelStore.complete(place)) {
        throw e;
      } // another process has just fetched it
    } finally {
      FileUtils.deleteDirectory(part.toFile());
    }
  }
}
