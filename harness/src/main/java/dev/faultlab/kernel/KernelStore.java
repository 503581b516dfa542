package dev.faultlab.kernel;

import dev.faultlab.image.ImageException;
import dev.faultlab.image.ImageResolver;
import dev.faultlab.image.ResolvedImage;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes kernels and keeps them: in containers, under the cache directory, keyed by content. */
public final class KernelStore {
  /** A cold build of the pair takes 7 minutes on two free cores, 12 on two busy ones. */
  private static final Duration BUILD_LIMIT = Duration.ofMinutes(60);

  private static final List<String> BUILD_RECIPES =
      List.of("build-pair", "guest.config", "offsets", "take-out-909172a14974");

  private static final List<String> UNPACK_RECIPES =
      List.of("adopt", "pvh-stub.S", "stock", "unpack", "wrap-elf");

  private static final Duration UNPACK_LIMIT = Duration.ofMinutes(10);

  private final Workspace workspace;
  private final ImageResolver images;
  private final Commands commands;
  private final Progress progress;
  private final Map<String, String> labels;
  private final ContentKey key;

  /**
   * @param labels of the containers in which kernels are made, by which clean-up finds them
   */
  public KernelStore(
      Workspace workspace,
      ImageResolver images,
      Commands commands,
      Progress progress,
      Map<String, String> labels) {
    this.workspace = workspace;
    this.images = images;
    this.commands = commands;
    this.progress = progress;
    this.labels = Map.copyOf(labels);
    this.key = new ContentKey(workspace.root().resolve("kernel-images"));
  }

  /**
   * The kernel, made or fetched when it is not in the cache.
   *
   * @throws ImageException when it cannot be had; with the end of the log
   */
  public Kernel bring(KernelName name) {
    return present(name).orElseGet(() -> make(name));
  }

  /** The kernel, if it is in the cache. */
  public Optional<Kernel> present(KernelName name) {
    return Optional.of(directory(name))
        .filter(directory -> Files.isRegularFile(directory.resolve(Kernel.PROVENANCE)))
        .map(directory -> Kernel.read(name.toString(), directory));
  }

  private Kernel make(KernelName name) {
    Runnable announce =
        () -> progress.say("Another faultlab is making kernels; waiting until it is done.");
    try (var held = workspace.cache().lock("kernels", announce)) {
      Optional<Kernel> meanwhile = present(name);
      if (meanwhile.isPresent()) {
        return meanwhile.get();
      }
      if (name instanceof KernelName.Built) {
        build(directory(name).getParent());
      } else {
        unpack(name, directory(name));
      }
    }
    return present(name)
        .orElseThrow(() -> new ImageException("making " + name + " ended well but left nothing"));
  }

  /** Both at once: the second needs two objects compiled, not a thousand. */
  private void build(Path directory) {
    run(
        "Building the kernels fixed and unfixed",
        directory,
        BUILD_LIMIT,
        part -> List.of("--user", owner(part), "--volume", part + ":/out"),
        part -> List.of("/recipes/build-pair", "/recipes", "/out"));
  }

  private void unpack(KernelName name, Path directory) {
    run(
        "Fetching the kernel " + name,
        directory,
        UNPACK_LIMIT,
        part -> volumes(name, part),
        part -> unpackCommand(name, part));
  }

  private List<String> volumes(KernelName name, Path part) {
    List<String> volumes = new ArrayList<>(List.of("--volume", part + ":/out"));
    if (name instanceof KernelName.File file) {
      volumes.addAll(List.of("--volume", file.path() + ":/kernel:ro"));
    } else if (name instanceof KernelName.Carried carried) {
      volumes.addAll(List.of("--volume", export(carried.image()) + ":/image.tar:ro"));
    }
    return volumes;
  }

  private static List<String> unpackCommand(KernelName name, Path part) {
    String owner = owner(part);
    if (name instanceof KernelName.Stock stock) {
      return List.of(
          "/recipes/stock", "/recipes", stock.suite(), stock.packageName(), "/out", owner);
    }
    if (name instanceof KernelName.File) {
      return List.of(
          "/recipes/adopt", "/recipes", "file", name.toString(), "/kernel", "/out", owner);
    }
    return List.of(
        "/recipes/adopt", "/recipes", "image", name.toString(), "/image.tar", "/out", owner);
  }

  private interface Words {
    List<String> of(Path part);
  }

  /** Works in a directory of its own, which takes its place only when everything is in it. */
  private void run(String title, Path directory, Duration limit, Words options, Words command) {
    ResolvedImage builder = images.resolve("kernel-builder", Map.of());
    try {
      Files.createDirectories(directory.getParent());
      Path part = Files.createTempDirectory(directory.getParent(), "part-");
      List<String> words = new ArrayList<>(List.of("docker", "run", "--rm"));
      labels.forEach((label, value) -> words.addAll(List.of("--label", label + "=" + value)));
      words.addAll(List.of("--volume", workspace.root().resolve("kernel-images") + ":/recipes:ro"));
      words.addAll(options.of(part));
      words.add(builder.name());
      words.addAll(command.of(part));
      Path log =
          workspace.cache().directory("logs").resolve("kernel-" + directory.getFileName() + ".log");
      try (Progress.Step step = progress.start(title, 0)) {
        CommandResult result =
            commands.run(
                Command.of(words)
                    .within(limit)
                    .telling(line -> step.note(line.replace("kernels: ", ""))));
        Files.writeString(log, result.out() + result.err());
        if (!result.ok()) {
          throw new ImageException(
              "%s failed (status %d). The end of %s:%n%s"
                  .formatted(title, result.status(), log, result.tail(15)));
        }
        Files.move(part, directory);
      } finally {
        delete(part);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot store a kernel in " + directory, e);
    }
  }

  private Path export(String image) {
    Path tar =
        workspace.cache().directory("kernels").resolve("export-" + ContentKey.hash(image) + ".tar");
    GuestRoots.export(commands, image, tar);
    return tar;
  }

  private Path directory(KernelName name) {
    Path kernels = workspace.cache().directory("kernels");
    if (name instanceof KernelName.Built built) {
      return kernels.resolve("pair-" + key.of("", BUILD_RECIPES)).resolve(built.name());
    }
    String content =
        name instanceof KernelName.File file
            ? name + " " + ContentKey.hash(file.path())
            : name.toString();
    return kernels.resolve(
        ContentKey.readable(name.toString()) + "-" + key.of(content, UNPACK_RECIPES));
  }

  private static String owner(Path file) {
    try {
      return Files.getAttribute(file, "unix:uid") + ":" + Files.getAttribute(file, "unix:gid");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> walk = Files.walk(directory)) {
      for (Path path : walk.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
