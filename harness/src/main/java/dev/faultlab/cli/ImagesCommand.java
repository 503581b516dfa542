package dev.faultlab.cli;

import dev.faultlab.image.ImageException;
import dev.faultlab.image.ImageRequest;
import dev.faultlab.image.ImageResolver;
import dev.faultlab.image.ResolvedImage;
import dev.faultlab.image.Roles;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./faultlab images}: fills roles and writes {@code .env}. */
@Command(
    name = "images",
    mixinStandardHelpOptions = true,
    description = {
      "Finds, pulls or builds the image of each role and writes their names to .env.",
      "A second call answers at once."
    })
final class ImagesCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "ROLE[:NAME=VALUE,...]",
      description = "A role, with arguments where it has some: jre:JDK=26 (default: all).")
  private List<String> wanted = List.of();

  @Spec private CommandSpec spec;

  private final Toolbox tools;

  ImagesCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() {
    ImageResolver resolver = tools.images();
    List<ResolvedImage> images =
        wanted.isEmpty() ? resolver.resolveDefaults() : resolver.resolveAll(requests());
    Table table = new Table("ROLE", "VARIABLE", "IMAGE", "ID", "FROM");
    for (ResolvedImage image : images) {
      table.row(
          title(image),
          image.variable().orElse("-"),
          image.name(),
          image.id().replace("sha256:", "").substring(0, 12),
          image.origin().name().toLowerCase(Locale.ROOT));
    }
    tools.out().print(table);
    return ExitStatus.OK;
  }

  private List<ImageRequest> requests() {
    Roles roles = tools.roles();
    try {
      return wanted.stream().map(word -> ImageRequest.parse(roles, word)).toList();
    } catch (ImageException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private static String title(ResolvedImage image) {
    StringBuilder title = new StringBuilder(image.role());
    image.args().forEach((name, value) -> title.append(' ').append(name).append('=').append(value));
    return title.toString();
  }
}
