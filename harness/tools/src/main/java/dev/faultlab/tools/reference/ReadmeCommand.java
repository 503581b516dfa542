package dev.faultlab.tools.reference;

import dev.faultlab.command.ExitStatus;
import dev.faultlab.command.Toolbox;
import dev.faultlab.cure.CureLists;
import dev.faultlab.cure.KnownCures;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.report.BoundText;
import dev.faultlab.report.picture.Picture;
import dev.faultlab.result.RunStore;
import dev.faultlab.tools.lint.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code ./faultlab dev readme}: checks tables, figures, pictures and generated pages against the
 * reference results and the program.
 */
@Command(
    name = "readme",
    description =
        "Checks that the lists of fixes (results/reference/LAB-cures.tsv), the generated pages (labs/LAB/results.md,"
            + " docs/reference/commands.md, docs/reference/signature-kinds.md), and the outputs, tables and pictures of documents (<!-- output:COMMAND ... -->,"
            + " <!-- csv:NAME -->, <!-- picture:FILE.svg ... -->) match results/reference.",
    exitCodeList = {"0:they are", "1:a document differs"})
public final class ReadmeCommand implements Callable<Integer> {
  private static final int DIFFERS = 1;

  /** The definitions of pictures, apart from the pages that show them. */
  private static final Path PICTURES = Path.of("docs/pictures/pictures.txt");

  @Parameters(
      paramLabel = "FILE",
      description =
          "Documents, relative to the clone (default: all, and docs/pictures/pictures.txt).")
  private List<Path> files = List.of();

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
    int status = Math.max(cures(results), generated());
    for (Path file : files.isEmpty() ? allFiles() : files) {
      Path path = tools.workspace().root().resolve(file);
      if (!Files.isRegularFile(path)) {
        throw new ParameterException(spec.commandLine(), "no file " + path);
      }
      String found = Files.readString(path);
      String expected = bound.updated(found);
      status = Math.max(status, correctOrReport(path, found, expected));
      for (Picture picture : Picture.of(expected, results)) {
        Path svgFile = path.resolveSibling(picture.file());
        String text = Files.isRegularFile(svgFile) ? Files.readString(svgFile) : "";
        status = Math.max(status, correctOrReport(svgFile, text, picture.svg()));
      }
    }
    return status;
  }

  private List<Path> allFiles() throws IOException {
    Path root = tools.workspace().root();
    return Stream.concat(Documents.markdown(root).stream(), Stream.of(root.resolve(PICTURES)))
        .filter(Files::isRegularFile)
        .map(root::relativize)
        .toList();
  }

  private int generated() throws IOException {
    int status = ExitStatus.OK;
    for (Map.Entry<Path, String> page : new GeneratedPages(tools).pages().entrySet()) {
      Path path = tools.workspace().root().resolve(page.getKey());
      String text = Files.isRegularFile(path) ? Files.readString(path) : "";
      status = Math.max(status, correctOrReport(path, text, page.getValue()));
    }
    return status;
  }

  /** The lists of known fixes, which the documents show as well. */
  private int cures(Path results) throws IOException {
    CureLists lists = tools.fixes();
    KnownCures cures = new KnownCures(results);
    int status = ExitStatus.OK;
    for (String name : tools.labs().names()) {
      Path list = lists.file(name);
      String text = Files.isRegularFile(list) ? Files.readString(list) : "";
      status = Math.max(status, correctOrReport(list, text, cures.list(tools.labs().read(name))));
    }
    return status;
  }

  /** Corrects a file, or reports that it differs. */
  private int correctOrReport(Path path, String found, String expected) throws IOException {
    if (found.equals(expected)) {
      return ExitStatus.OK;
    }
    Path file = tools.workspace().root().relativize(path.normalize());
    if (write) {
      Files.createDirectories(path.getParent());
      AtomicFile.write(path, expected);
      tools.out().println(file + ": updated");
      return ExitStatus.OK;
    }
    tools.out().println(file + " differs from the commit; run ./faultlab dev readme --write");
    return DIFFERS;
  }
}
