package dev.faultlab.kernel;

import dev.faultlab.docker.DockerImages;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.docker.OneShot;
import dev.faultlab.docker.Prebuilt;
import dev.faultlab.docker.RoleImageSource;
import dev.faultlab.docker.UnreachableException;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.guest.ContentKey;
import dev.faultlab.guest.KernelName;
import dev.faultlab.guest.KernelRecipes;
import dev.faultlab.guest.KernelStore;
import dev.faultlab.guest.KernelStore.Answer;
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

/** Asks for, fetches and builds kernels, in containers that have the recipes of the clone. */
public record KernelMaker(
    Workspace workspace,
    KernelPairs pairs,
    RoleImageSource images,
    Commands commands,
    Progress progress)
    implements KernelStore.Backend {
  /** Asking takes 4 s if a mirror answers, 8 s if names are not resolved. */
  private static final Duration QUERY_LIMIT = Duration.ofMinutes(2);

  /** A cold build of a pair took 7 minutes on two busy cores; slow machines get much longer. */
  private static final Duration BUILD_LIMIT = Duration.ofMinutes(60);

  private static final Duration UNPACK_LIMIT = Duration.ofMinutes(10);

  /** Enough for one compiler on each of many cores. */
  private static final int MEMORY_MEBIBYTES = 8192;

  /**
   * Reads a name. {@link KernelStore#check} finds out whether the kernel exists.
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

  /** The kernels of this machine, made with these recipes. It throws {@link ImageException}s. */
  public KernelStore store() {
    return new KernelStore(kernels(), ContentKey.of(recipes()), this, progress::say);
  }

  private Path kernels() {
    return workspace.cache().root().resolve("kernels");
  }

  private Path recipes() {
    return workspace.root().resolve("kernel-images");
  }

  @Override
  public RuntimeException failure(KernelStore.Failure trouble, String message) {
    return switch (trouble) {
      case NO_SUCH -> new NoSuchImageException(message);
      case NO_ANSWER -> new UnreachableException(message);
      case FAILED -> new ImageException(message);
    };
  }

  @Override
  public Answer newest(KernelName.Debian stock) {
    // Any image with apt works; all our images are built on this one.
    String apt = images.image("base", Map.of());
    try (Progress.Step step = progress.start("Asking Debian for " + stock, 0)) {
      CommandResult answer =
          commands.run(container().command(apt, KernelRecipes.newest(stock)).within(QUERY_LIMIT));
      boolean late = answer.status() == CommandResult.TIMED_OUT;
      return new Answer(
          late ? KernelRecipes.NO_ANSWER : answer.status(), answer.out(), answer.tail(1).strip());
    }
  }

  @Override
  public Answer id(KernelName.InImage carried) {
    DockerImages engine = new DockerImages(commands);
    if (engine.id(carried.image()).isEmpty()) {
      try (Progress.Step step = progress.start("Pulling " + carried.image(), 0)) {
        CommandResult pull = engine.pull(carried.image(), step::note);
        if (!pull.ok()) {
          String message = "the image cannot be pulled (" + pull.tail(1).strip() + ")";
          return new Answer(KernelRecipes.NO_ANSWER, "", message);
        }
      }
    }
    return new Answer(0, engine.inspect(carried.image(), "{{.Id}}"), "");
  }

  @Override
  public Path built(KernelName.Built built) {
    KernelPair pair = pairs.of(built);
    String key = ContentKey.of(recipes()).of(String.join(" ", pair.words()), pair.recipes());
    return kernels().resolve("pair-" + pair.folder() + "-" + key).resolve(built.name());
  }

  /** The folder of a pair of kernels, as an image that a registry may have. */
  private static String image(Path pair) {
    return "faultlab/kernels:" + pair.getFileName();
  }

  @Override
  public void prepare(KernelName name) {
    if (!(name instanceof KernelName.Built built)
        || !images.prebuilt().mayHave(image(built(built).getParent()))) {
      builder(name);
    }
  }

  private String builder(KernelName name) {
    return images.image(
        "kernel-builder",
        name instanceof KernelName.Built built
            ? Map.of("SOURCE", pairs.of(built).declared().source())
            : Map.of());
  }

  private OneShot container() {
    return new OneShot(MEMORY_MEBIBYTES).with("--init").readOnly(recipes(), KernelRecipes.RECIPES);
  }

  @Override
  public void make(KernelName name, String exact, Path place) {
    Runnable announce =
        () -> progress.say("Another faultlab is making kernels; waiting until it is done.");
    try (var lock = workspace.cache().lock("kernels", announce)) {
      if (KernelStore.complete(place)) {
        return;
      }
      if (name instanceof KernelName.Built built) {
        // Both at once: the second then compiles only a few objects, not a thousand.
        String both = "the kernels " + String.join(" and ", pairs.of(built).kernels());
        if (!copyPrebuilt(both, place.getParent())) {
          run("Building " + both, name, exact, place.getParent());
        }
      } else {
        run("Fetching the kernel " + name, name, exact, place);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot store a kernel in " + place, e);
    }
  }

  /** Copies a pair out of an image, if a registry has it. */
  private boolean copyPrebuilt(String title, Path pair) throws IOException {
    Prebuilt prebuilt = images.prebuilt();
    String image = image(pair);
    if (!prebuilt.mayHave(image)) {
      return false;
    }
    try (StagingFolder folder = StagingFolder.in(workspace.cache().directory("kernels"), () -> {});
        Progress.Step step = progress.start("Pulling " + title, 0)) {
      if (prebuilt.pull(image, step::note).isEmpty()) {
        return false;
      }
      new DockerImages(commands).copy(image, "/pair", folder.path());
      folder.moveTo(pair);
      return true;
    }
  }

  /** Works in its own directory, which replaces the final one only when it is complete. */
  private void run(String title, KernelName name, String exact, Path directory) throws IOException {
    String builder = builder(name);
    String container = OneShot.newName("kernel");
    Path kernels = workspace.cache().directory("kernels");
    try (StagingFolder folder = StagingFolder.in(kernels, () -> OneShot.remove(container));
        Progress.Step step = progress.start(title, 0)) {
      Path part = folder.path();
      Path tar = part.resolve("export.tar");
      OneShot oneShot = container().named(container).mount(part, KernelRecipes.OUTPUT);
      List<String> words = new ArrayList<>();
      if (name instanceof KernelName.Built built) {
        oneShot.asOwnerOf(part);
        words.addAll(List.of("/recipes/build-pair", KernelRecipes.RECIPES, KernelRecipes.OUTPUT));
        words.addAll(pairs.of(built).words());
      } else {
        words.addAll(KernelRecipes.unpack(name, exact, OneShot.owner(part)));
      }
      if (name instanceof KernelName.File file) {
        oneShot.readOnly(file.path(), KernelRecipes.SOURCE);
      } else if (name instanceof KernelName.InImage carried) {
        new DockerImages(commands).export(exact, tar); // the image may have another id by now
        oneShot.readOnly(tar, KernelRecipes.SOURCE);
      }
      CommandResult result =
          commands.run(
              oneShot
                  .command(builder, words)
                  .within(name instanceof KernelName.Built ? BUILD_LIMIT : UNPACK_LIMIT)
                  .withListener(line -> step.note(line.replace("kernels: ", ""))));
      String logged = "kernel-" + directory.getFileName() + ".log";
      Path log = workspace.cache().directory("logs").resolve(logged);
      AtomicFile.write(log, result.out() + result.err());
      if (!result.ok()) {
        throw new ImageException(
            "%s failed (status %d). The end of %s:%n%s"
                .formatted(title, result.status(), log, result.tail(15)));
      }
      Files.deleteIfExists(tar);
      folder.moveTo(directory);
    }
  }
}
