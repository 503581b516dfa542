package dev.faultlab.cli;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.docker.ImageException;
import dev.faultlab.image.ImageRequest;
import dev.faultlab.image.ImageResolver;
import dev.faultlab.image.ResolvedImage;
import dev.faultlab.image.Roles;
import dev.faultlab.lab.Requirement;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab images}: fills roles and writes {@code .env}. */
@Command(
    name = "images",
    description = {
      "Finds, pulls or builds the image of each role and writes their names to .env. Official images are"
          + " used wherever a registry has them, even if one was built here before."
          + " A second call builds nothing.",
      "",
      "--official and --built choose for this clone from now on; the variable FAULTLAB_IMAGES=built"
          + " (or official) for one invocation."
    },
    exitCodeList = {
      "0:every role has an image",
      "64:there is no such role or version",
      "69:an image is unavailable now; with --official also if no registry has the official image"
    })
final class ImagesCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "ROLE[:NAME=VALUE,...]",
      description = "A role, with arguments if it has some: jre:JDK=26 (default: all).")
  private List<String> requested = List.of();

  @ArgGroup private Choice choice = new Choice();

  /** The preference from now on. */
  private static final class Choice {
    @Option(
        names = "--official",
        description = "Prefer official images, and fail if one is unavailable.")
    private boolean official;

    @Option(
        names = "--built",
        description = "Use only images built here, from our recipes and package registries.")
    private boolean built;
  }

  private final Toolbox tools;

  ImagesCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() {
    ImageResolver resolver = tools.provisioning().images();
    if (choice.official || choice.built) {
      resolver.preferBuilt(choice.built);
    }
    resolver.askAgain();
    List<ResolvedImage> images =
        requested.isEmpty() ? resolver.resolveDefaults() : resolver.resolveAll(requests());
    Table table = new Table("ROLE", "VARIABLE", "IMAGE", "ID", "FROM");
    for (ResolvedImage image : images) {
      table.row(
          image.request().title(),
          image.request().variable().orElse("-"),
          image.name(),
          image.id().replace("sha256:", "").substring(0, 12),
          image.origin().name().toLowerCase(Locale.ROOT));
    }
    tools.out().print(table);
    return choice.official && !official(images) ? ExitStatus.UNAVAILABLE : ExitStatus.OK;
  }

  /** Whether each role with an official image has that, or an image that a person named. */
  private boolean official(List<ResolvedImage> images) {
    List<String> others =
        images.stream()
            .filter(image -> image.origin() == ResolvedImage.Origin.BUILT)
            .filter(image -> image.request().role().official().isPresent())
            .map(image -> image.request().title())
            .toList();
    if (!others.isEmpty()) {
      tools.progress().say("no official image is available of " + String.join(", ", others));
    }
    return others.isEmpty();
  }

  private List<ImageRequest> requests() {
    Roles roles = tools.provisioning().images().roles();
    try {
      return requested.stream().map(Requirement.Image::parse).map(roles::request).toList();
    } catch (ImageException e) {
      throw new WrongUsage(e.getMessage());
    }
  }
}
