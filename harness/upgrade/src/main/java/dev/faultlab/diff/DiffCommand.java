package dev.faultlab.diff;

import dev.faultlab.command.Percent;
import dev.faultlab.command.Toolbox;
import dev.faultlab.command.WrongUsage;
import dev.faultlab.compare.Answer;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.lab.Parameter;
import dev.faultlab.point.Selector;
import dev.faultlab.report.Reports;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.Links;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.result.RunStore;
import dev.faultlab.result.StoredRun;
import dev.faultlab.upgrade.UpgradeResult;
import dev.faultlab.upgrade.page.Pages;
import dev.faultlab.upgrade.page.UpgradeReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./faultlab results diff A B}: what changed between two runs. */
@Command(
    name = "diff",
    description = {
      "Compare two runs of a lab.",
      "",
      "They may be from the same or different machines, kernels, JDKs: signatures,"
          + " metrics, and what the captures show. With --from and --to, points of the same or of"
          + " different runs along any axis: results diff RUN RUN --from jdk=17 --to jdk=25.",
      "",
      "A and B are runs; see './faultlab results --help'."
    },
    exitCodeList = {
      "0:nothing that was compared got worse",
      "1:something did",
      "2:inconclusive, or the runs are not comparable",
      "64:a run does not exist, or wrong usage"
    })
public final class DiffCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "A", description = "The run before.")
  private String a;

  @Parameters(index = "1", paramLabel = "B", description = "The run after.")
  private String b;

  @Option(
      names = Percent.OPTION,
      paramLabel = "PERCENT",
      defaultValue = Percent.DEFAULT,
      description =
          "A metric counts as changed if the whole interval of its ratio is beyond this (default:"
              + " ${DEFAULT-VALUE}).")
  private String worseThan;

  @Option(
      names = "--from",
      paramLabel = "AXIS=VALUE[,..]",
      description = "Compare only these points of A.")
  private Optional<String> from = Optional.empty();

  @Option(
      names = "--to",
      paramLabel = "AXIS=VALUE[,..]",
      description = "Compare them with these points of B.")
  private Optional<String> to = Optional.empty();

  @Option(names = "--only-signatures", description = "Only signatures decide.")
  private boolean onlySignatures;

  @Option(
      names = "--force",
      description =
          "Compare runs with different parameters, or emulated guests with others; the output "
              + "says so.")
  private boolean force;

  private final Toolbox tools;

  public DiffCommand(Toolbox tools) {
    this.tools = tools;
  }

  private Map<String, Parameter> declared(String lab) {
    return tools.labs().names().contains(lab) ? tools.labs().read(lab).parameters() : Map.of();
  }

  private Selector selector(String option, Optional<String> text) {
    try {
      return text.map(Selector::parse).orElse(Selector.any());
    } catch (IllegalArgumentException e) {
      throw new WrongUsage(option + " " + e.getMessage());
    }
  }

  @Override
  public Integer call() throws IOException {
    double share = Percent.share(Percent.OPTION, worseThan);
    RunStore store = new RunStore(tools.workspace().results());
    StoredRun.Finished first = store.find(a);
    StoredRun.Finished second = store.find(b);
    Selector before = selector("--from", from);
    Selector after = selector("--to", to);
    if (first.folder().equals(second.folder()) && from.isPresent() && before.equals(after)) {
      throw new WrongUsage("--from and --to name the same points of the same run");
    }
    RunComparison compared = new RunComparison(first, second, before, after);
    List<String> reservations = compared.reservations(declared(second.lab()));
    if (!reservations.isEmpty() && !force) {
      tools.out().println("The runs cannot be compared:");
      reservations.forEach(r -> tools.out().println("  - " + r));
      tools.out().println("--force compares them in spite of that, and says so in the output.");
      return Answer.CANNOT_TELL.exitStatus();
    }
    UpgradeResult result = compared.compare(onlySignatures ? Optional.empty() : Optional.of(share));
    List<String> forced =
        reservations.stream().map(r -> "Not comparable, compared on demand: " + r).toList();
    Path folder = Files.createDirectories(tools.workspace().results().resolve("diff"));
    String name =
        Stream.of(second.lab(), first.id(), from.orElse(""), second.id(), to.orElse(""))
            .filter(part -> !part.isEmpty())
            .map(part -> part.replaceAll("[^A-Za-z0-9.=,-]", "_"))
            .collect(Collectors.joining("-"));
    Path markdown = folder.resolve(name + ".md");
    Path page = folder.resolve(name + ".html");
    Pages pages = new Pages("../", shown(first, folder), shown(second, folder));
    Document document = new UpgradeReport(result, "results diff", forced, pages).document();
    AtomicFile.write(markdown, new MarkdownRenderer().render(document));
    AtomicFile.write(
        page, new HtmlRenderer("faultlab results diff " + a + " " + b).render(document));
    tools.print(document, false, page, markdown);
    return result.answer().exitStatus();
  }

  /** The page of a run, if it is there. */
  private static Optional<String> shown(StoredRun.Finished run, Path from) {
    return Optional.of(run.folder().resolve(Reports.PAGE))
        .filter(Files::isRegularFile)
        .map(
            there ->
                Links.encoded(from.toAbsolutePath().relativize(there.toAbsolutePath()).toString()));
  }
}
