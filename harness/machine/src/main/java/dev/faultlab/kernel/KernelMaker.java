package dev.faultlab.kernel;

import dev.faultlab.docker.DockerImages;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.OneShot;
import dev.faultlab.docker.RoleImageSource;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.guest.KernelName;
import dev.faultlab.guest.KernelRecipes;
import dev.faultlab.guest.ResolvedKernel;
import dev.faultlab.machine.Command;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.StagingFolder;
import dev.faultlab.machine.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Builds and unpacks kernels in containers of the role {@code kernel-builder}. */
record KernelMaker(
    Workspace workspace,
    RecipeContainer container,
    RoleImageSource images,
    Commands commands,
    Progress progress) {
  /** A cold build of a pair took 7 minutes on two busy cores; slow machines get much longer. */
  private static final Duration BUILD_LIMIT = Duration.ofMinutes(60);

  private static final Duration UNPACK_LIMIT = Duration.ofMinutes(10);

  /**
   * Builds both kernels of a pair at once: the second then compiles only a few objects, not a
   * thousand.
   *
   * @throws ImageException with the end of the log
   */
  void build(KernelPair pair, Path directory) {
    Job job =
        new Job(
            "Building the kernels " + String.join(" and ", pair.kernels().both()),
            BUILD_LIMIT,
            directory,
            builder(pair));
    run(
        job,
        (container, part) -> {
          container.asOwnerOf(part);
          List<String> words =
              new ArrayList<>(
                  List.of("/recipes/build-pair", KernelRecipes.RECIPES, KernelRecipes.OUT));
          words.addAll(pair.words());
          return words;
        });
  }

  /**
   * Fetches a package and unpacks it.
   *
   * @throws ImageException with the end of the log
   */
  void fetch(KernelName.Stock stock, ResolvedKernel exact, Path directory) {
    run(
        unpacking(stock, directory),
        (container, part) -> KernelRecipes.stock(stock, exact, OneShot.owner(part)));
  }

  /**
   * Takes a kernel file that is here.
   *
   * @throws ImageException with the end of the log
   */
  void adopt(KernelName.File file, ResolvedKernel exact, Path directory) {
    adopt(exact, file.path(), directory);
  }

  /**
   * Takes the kernel from an image that is here.
   *
   * @throws ImageException with the end of the log
   */
  void adopt(KernelName.Carried carried, ResolvedKernel exact, Path directory) {
    try {
      Path tar = Files.createTempFile(workspace.cache().directory("kernels"), "export-", ".tar");
      try {
        new DockerImages(commands).export(carried.image(), tar);
        adopt(exact, tar, directory);
      } finally {
        Files.delete(tar);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot store the files of " + carried.image(), e);
    }
  }

  private void adopt(ResolvedKernel exact, Path source, Path directory) {
    run(
        unpacking(exact.name(), directory),
        (container, part) -> {
          container.readOnly(source, KernelRecipes.SOURCE);
          return KernelRecipes.adopt(exact, OneShot.owner(part));
        });
  }

  private Job unpacking(KernelName name, Path directory) {
    return new Job("Fetching the kernel " + name, UNPACK_LIMIT, directory, builder());
  }

  /** The image in which a pair is built; built itself if it is not here. */
  String builder(KernelPair pair) {
    return images.image("kernel-builder", Map.of("SOURCE", pair.source()));
  }

  /** The image in which kernels are unpacked; built itself if it is not here. */
  String builder() {
    return images.image("kernel-builder", Map.of());
  }

  private record Job(String title, Duration limit, Path directory, String builder) {}

  /** A step that finishes a container's options and fills a folder. */
  private interface Plan {
    List<String> words(OneShot container, Path part);
  }

  /** Works in its own directory, which replaces the final one only when it is complete. */
  private void run(Job job, Plan plan) {
    Path directory = job.directory();
    String name = OneShot.newName("kernel");
    try (StagingFolder folder =
        StagingFolder.in(workspace.cache().directory("kernels"), () -> OneShot.remove(name))) {
      Path part = folder.path();
      OneShot making = container.start().named(name).mount(part, KernelRecipes.OUT);
      Command command = making.command(job.builder(), plan.words(making, part));
      Path log =
          workspace.cache().directory("logs").resolve("kernel-" + directory.getFileName() + ".log");
      try (Progress.Step step = progress.start(job.title(), 0)) {
        CommandResult result =
            commands.run(
                command
                    .within(job.limit())
                    .telling(line -> step.note(line.replace("kernels: ", ""))));
        AtomicFile.write(log, result.out() + result.err());
        if (!result.ok()) {
          if (result.status() == CommandResult.TIMED_OUT) {
            OneShot.remove(name); // what was killed is its client
          }
          throw new ImageException(
              "%s failed (status %d). The end of %s:%n%s"
                  .formatted(job.title(), result.status(), log, result.tail(15)));
        }
        folder.moveTo(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot store a kernel in " + directory, e);
    }
  }
}
