package dev.faultlab.kernel;

import dev.faultlab.docker.DockerImages;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.docker.OneShot;
import dev.faultlab.docker.RoleImageSource;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.guest.KernelLookup;
import dev.faultlab.guest.KernelLookup.Answer;
import dev.faultlab.guest.KernelLookup.NoAnswer;
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
import java.util.Optional;

/** Asks for, fetches and builds kernels, in containers that have the recipes. */
record KernelMaker(
    Workspace workspace, Path recipes, RoleImageSource images, Commands commands, Progress progress)
    implements KernelLookup.Source {
  /** Asking takes 4 s if a mirror answers, 8 s if names are not resolved. */
  private static final Duration ASK_LIMIT = Duration.ofMinutes(2);

  /** A cold build of a pair took 7 minutes on two busy cores; slow machines get much longer. */
  private static final Duration BUILD_LIMIT = Duration.ofMinutes(60);

  private static final Duration UNPACK_LIMIT = Duration.ofMinutes(10);

  /** Enough for one compiler on each of many cores. */
  private static final int MEBIBYTES = 8192;

  @Override
  public Answer newest(KernelName.Stock stock) {
    // Any image with apt works; all our images are built on this one.
    String apt = images.image("base", Map.of());
    try (Progress.Step step = progress.start("Asking Debian for " + stock, 0)) {
      CommandResult asked =
          commands.run(container().command(apt, KernelRecipes.newest(stock)).within(ASK_LIMIT));
      boolean late = asked.status() == CommandResult.TIMED_OUT;
      return new Answer(late ? KernelRecipes.NO_ANSWER : asked.status(), asked.out(), said(asked));
    }
  }

  @Override
  public RuntimeException failure(int status, String message) {
    return status == KernelRecipes.NO_SUCH
        ? new NoSuchImageException(message)
        : new ImageException("%s (status %d)".formatted(message, status));
  }

  @Override
  public String id(KernelName.Carried carried) throws NoAnswer {
    DockerImages engine = new DockerImages(commands);
    Optional<String> id = engine.id(carried.image());
    if (id.isPresent()) {
      return id.get();
    }
    CommandResult pull;
    try (Progress.Step step = progress.start("Pulling " + carried.image(), 0)) {
      pull = engine.pull(carried.image(), step::note);
    }
    return engine
        .id(carried.image())
        .orElseThrow(() -> new NoAnswer("the image cannot be pulled (" + said(pull) + ")"));
  }

  /**
   * Checks that an image is here or in a registry.
   *
   * @throws NoAnswer when it is neither
   */
  void requireOffered(KernelName.Carried carried) throws NoAnswer {
    DockerImages engine = new DockerImages(commands);
    if (engine.id(carried.image()).isEmpty()) {
      CommandResult asked = engine.describe(carried.image());
      if (!asked.ok()) {
        throw new NoAnswer("the image is not here and no registry offers it (" + said(asked) + ")");
      }
    }
  }

  private static String said(CommandResult result) {
    return result.tail(1).strip();
  }

  /**
   * Builds both kernels of a pair at once: the second then compiles only a few objects, not a
   * thousand.
   *
   * @throws ImageException with the end of the log
   */
  void build(KernelPair pair, Path directory) {
    run(
        "Building the kernels " + String.join(" and ", pair.kernels().both()),
        BUILD_LIMIT,
        builder(pair),
        directory,
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
   * Fetches a package and unpacks it, or takes a kernel that is here: a file, or an image's.
   *
   * @throws ImageException with the end of the log
   */
  void fetch(ResolvedKernel exact, Path directory) {
    if (exact.name() instanceof KernelName.Stock stock) {
      unpack(
          exact,
          directory,
          (container, part) -> KernelRecipes.stock(stock, exact, OneShot.owner(part)));
    } else if (exact.name() instanceof KernelName.File file) {
      adopt(exact, file.path(), directory);
    } else {
      String image = ((KernelName.Carried) exact.name()).image();
      try {
        Path tar = Files.createTempFile(workspace.cache().directory("kernels"), "export-", ".tar");
        try {
          new DockerImages(commands).export(image, tar);
          adopt(exact, tar, directory);
        } finally {
          Files.delete(tar);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot store the files of " + image, e);
      }
    }
  }

  private void adopt(ResolvedKernel exact, Path source, Path directory) {
    unpack(
        exact,
        directory,
        (container, part) -> {
          container.readOnly(source, KernelRecipes.SOURCE);
          return KernelRecipes.adopt(exact, OneShot.owner(part));
        });
  }

  private void unpack(ResolvedKernel exact, Path directory, Plan plan) {
    run("Fetching the kernel " + exact.name(), UNPACK_LIMIT, builder(), directory, plan);
  }

  /** The image in which a pair is built; built itself if it is not here. */
  String builder(KernelPair pair) {
    return images.image("kernel-builder", Map.of("SOURCE", pair.source()));
  }

  /** The image in which kernels are unpacked; built itself if it is not here. */
  String builder() {
    return images.image("kernel-builder", Map.of());
  }

  private OneShot container() {
    return new OneShot(MEBIBYTES).with("--init").readOnly(recipes, KernelRecipes.RECIPES);
  }

  /** A step that finishes a container's options and fills a folder. */
  private interface Plan {
    List<String> words(OneShot container, Path part);
  }

  /** Works in its own directory, which replaces the final one only when it is complete. */
  private void run(String title, Duration limit, String builder, Path directory, Plan plan) {
    String name = OneShot.newName("kernel");
    try (StagingFolder folder =
        StagingFolder.in(workspace.cache().directory("kernels"), () -> OneShot.remove(name))) {
      Path part = folder.path();
      OneShot making = container().named(name).mount(part, KernelRecipes.OUT);
      Command command = making.command(builder, plan.words(making, part));
      Path log =
          workspace.cache().directory("logs").resolve("kernel-" + directory.getFileName() + ".log");
      try (Progress.Step step = progress.start(title, 0)) {
        CommandResult result =
            commands.run(
                command.within(limit).telling(line -> step.note(line.replace("kernels: ", ""))));
        AtomicFile.write(log, result.out() + result.err());
        if (!result.ok()) {
          if (result.status() == CommandResult.TIMED_OUT) {
            OneShot.remove(name); // what was killed is its client
          }
          throw new ImageException(
              "%s failed (status %d). The end of %s:%n%s"
                  .formatted(title, result.status(), log, result.tail(15)));
        }
        folder.moveTo(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot store a kernel in " + directory, e);
    }
  }
}
