package dev.faultlab.tools.site;

import dev.faultlab.cli.ExitStatus;
import dev.faultlab.cli.Toolbox;
import dev.faultlab.files.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./faultlab dev site}: writes what is committed as a web site. */
@Command(
    name = "site",
    mixinStandardHelpOptions = true,
    description =
        "Writes the documents, their pictures and the reports of the reference results as a static"
            + " site with a search page: no server, nothing loaded from elsewhere.",
    footer = {"", "Example:", "  ./faultlab dev site target/site"})
public final class SiteCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "DIR",
      description = "Where to (default: ${DEFAULT-VALUE}).",
      defaultValue = "target/site")
  private Path target;

  @Spec private CommandSpec spec;

  private final Toolbox tools;

  public SiteCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    if (AtomicFile.sameAs(target, List.of(tools.workspace().root())).isPresent()) {
      throw new ParameterException(
          spec.commandLine(), "DIR is the repository itself, expected another folder");
    }
    Site site = new Site(tools.workspace().root(), tools.labs().names());
    Set<Path> pages = site.write(target);
    tools.out().println(pages.size() + " pages; start at " + target.resolve("index.html"));
    return ExitStatus.OK;
  }
}
