package dev.faultlab.cli;

import dev.faultlab.report.BoundText;
import dev.faultlab.result.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./faultlab readme}: holds the tables in documents to the reference results. */
@Command(
    name = "readme",
    mixinStandardHelpOptions = true,
    description =
        "Checks that the tables between <!-- table:LAB --> and <!-- /table --> are what"
            + " results/reference/LAB.json gives.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:they are", "1:a document differs"})
final class ReadmeCommand implements Callable<Integer> {
  private static final int DIFFERS = 1;

  @Parameters(
      paramLabel = "FILE",
      description = "Documents, relative to the clone (default: ${DEFAULT-VALUE}).",
      defaultValue = "README.md")
  private List<Path> files;

  @Option(names = "--write", description = "Put the tables right instead.")
  private boolean write;

  @Spec private CommandSpec spec;

  private final Toolbox tools;

  ReadmeCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    BoundText bound = new BoundText(new RunStore(tools.workspace().results()));
    int status = ExitStatus.OK;
    for (Path file : files) {
      Path path = tools.workspace().root().resolve(file);
      if (!Files.isRegularFile(path)) {
        throw new ParameterException(spec.commandLine(), "no file " + path);
      }
      String found = Files.readString(path);
      String wanted = bound.updated(found);
      if (!found.equals(wanted) && write) {
        Files.writeString(path, wanted);
        tools.out().println(file + ": updated");
      } else if (!found.equals(wanted)) {
        tools
            .out()
            .println(
                file
                    + ": its tables are not those of results/reference; run ./faultlab readme"
                    + " --write");
        status = DIFFERS;
      }
    }
    return status;
  }
}
