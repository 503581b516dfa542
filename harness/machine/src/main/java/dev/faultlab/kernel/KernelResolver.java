package dev.faultlab.kernel;

import dev.faultlab.docker.DockerImages;
import dev.faultlab.docker.ImageException;
import dev.faultlab.docker.NoSuchImageException;
import dev.faultlab.docker.RoleImageSource;
import dev.faultlab.guest.KernelLookup;
import dev.faultlab.guest.KernelLookup.NoAnswer;
import dev.faultlab.guest.KernelName;
import dev.faultlab.guest.KernelRecipes;
import dev.faultlab.machine.CommandResult;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.Progress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Resolves a moving name to an exact version: asks a Debian mirror, the engine, a registry. */
final class KernelResolver implements KernelLookup.Source {
  /** Asking takes 4 s if a mirror answers, 8 s if names are not resolved. */
  private static final Duration ASK_LIMIT = Duration.ofMinutes(2);

  private final RecipeContainer container;
  private final RoleImageSource images;
  private final Commands commands;
  private final DockerImages engine;
  private final Progress progress;
  private Optional<String> mirrorTrouble = Optional.empty();

  KernelResolver(
      RecipeContainer container, RoleImageSource images, Commands commands, Progress progress) {
    this.container = container;
    this.images = images;
    this.commands = commands;
    this.engine = new DockerImages(commands);
    this.progress = progress;
  }

  /**
   * The package of a suite's kernel, and its version, separated by a space.
   *
   * @throws NoSuchImageException when there is no such suite or package
   * @throws NoAnswer when the mirror cannot be reached; it is then not asked again
   */
  @Override
  public String of(KernelName.Stock stock) throws NoAnswer {
    if (mirrorTrouble.isPresent()) {
      throw new NoAnswer(mirrorTrouble.get());
    }
    // Any image with apt works; all our images are built on this one.
    String apt = images.image("base", Map.of());
    CommandResult asked;
    try (Progress.Step step = progress.start("Asking Debian for " + stock, 0)) {
      asked =
          commands.run(
              container.start().command(apt, KernelRecipes.newest(stock)).within(ASK_LIMIT));
    }
    switch (asked.status()) {
      case 0:
        return asked.out().strip();
      case KernelRecipes.NO_SUCH:
        throw new NoSuchImageException(
            "the kernel %s is unavailable: %s".formatted(stock, said(asked)));
      case KernelRecipes.NO_ANSWER:
      case CommandResult.TIMED_OUT:
        mirrorTrouble = Optional.of("Debian's mirror does not answer (" + said(asked) + ")");
        throw new NoAnswer(mirrorTrouble.get());
      default:
        throw new ImageException(
            "asking Debian for %s failed (status %d): %s"
                .formatted(stock, asked.status(), said(asked)));
    }
  }

  /**
   * The id of an image, pulled if it is not here.
   *
   * @throws NoAnswer when it cannot be pulled
   */
  @Override
  public String of(KernelName.Carried carried) throws NoAnswer {
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
    if (engine.id(carried.image()).isPresent()) {
      return;
    }
    CommandResult asked = engine.describe(carried.image());
    if (!asked.ok()) {
      throw new NoAnswer("the image is not here and no registry offers it (" + said(asked) + ")");
    }
  }

  private static String said(CommandResult result) {
    return result.tail(1).strip();
  }
}
