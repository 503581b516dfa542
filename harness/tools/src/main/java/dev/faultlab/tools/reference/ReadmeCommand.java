package dev.faultlab.tools.reference;

import dev.faultlab.cli.ExitStatus;
import dev.faultlab.cli.Toolbox;
import dev.faultlab.cure.CureLists;
import dev.faultlab.cure.KnownCures;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.report.BoundText;
import dev.faultlab.report.picture.Picture;
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

/**
 * {@code ./faultlab dev readme}: checks tables, figures and pictures against the reference results.
 */
@Command(
    name = "readme",
    mixinStandardHelpOptions = true,
    description =
        "Checks that the lists of what helps (results/reference/LAB-cures.tsv), and the tables, figures and"
            + " pictures of documents (<!-- table:LAB -->,"
            + " <!-- fig:LAB ... -->, <!-- cell:NAME ... -->, <!-- picture:FILE.svg ... -->) are what results/reference"
            + " gives.",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:they are", "1:a document differs"})
public final class ReadmeCommand implements Callable<Integer> {
  private static final int DIFFERS = 1;

  @Parameters(
      paramLabel = "FILE",
      description = "Documents, relative to the clone (default: ${DEFAULT-VALUE}).",
      defaultValue = "README.md")
  private List<Path> files;

  @Option(names = "--write", description = "Correct them instead.")
  private boolean write;

  @Spec private CommandSpec spec;

  private final Toolbox tools;

  public ReadmeCommand(Toolbox tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    Path results = tools.workspace().results();
    BoundText bound = new BoundText(new RunStore(results), new CommittedOutputs(tools));
    int status = cures(results);
    for (Path file : files) {
      Path path = tools.workspace().root().resolve(file);
      if (!Files.isRegularFile(path)) {
        throw new ParameterException(spec.commandLine(), "no file " + path);
      }
      String found = Files.readString(path);
      String wanted = bound.updated(found);
      status = Math.max(status, held(path, found, wanted));
      for (Picture picture : Picture.of(wanted, results)) {
        Path drawn = path.resolveSibling(picture.file());
        String now = Files.isRegularFile(drawn) ? Files.readString(drawn) : "";
        status = Math.max(status, held(drawn, now, picture.svg()));
      }
    }
    return status;
  }

  /** The lists of known fixes, which the documents show as well. */
  private int cures(Path results) throws IOException {
    CureLists lists = new CureLists(results);
    KnownCures known = new KnownCures(results);
    int status = ExitStatus.OK;
    for (String name : tools.labs().names()) {
      Path list = lists.file(name);
      String now = Files.isRegularFile(list) ? Files.readString(list) : "";
      status = Math.max(status, held(list, now, known.list(tools.labs().read(name))));
    }
    return status;
  }

  /** Corrects a file, or reports that it differs. */
  private int held(Path path, String found, String wanted) throws IOException {
    if (found.equals(wanted)) {
      return ExitStatus.OK;
    }
    Path file = tools.workspace().root().relativize(path.normalize());
    if (write) {
      Files.createDirectories(path.getParent());
      AtomicFile.write(path, wanted);
      tools.out().println(file + ": updated");
      return ExitStatus.OK;
    }
    tools
        .out()
        .println(
            file + " is not what results/reference gives; run ./faultlab dev readme --write FILE");
    return DIFFERS;
  }
}
