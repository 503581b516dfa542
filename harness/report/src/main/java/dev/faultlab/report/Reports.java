package dev.faultlab.report;

import dev.faultlab.cure.CureLists;
import dev.faultlab.evidence.RunFolder;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.HtmlRenderer;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.report.document.Screen;
import dev.faultlab.report.document.TerminalRenderer;
import dev.faultlab.result.Bundle;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Every form of a run's report.
 *
 * @param fixes of the faults that runs may find
 */
public record Reports(Screen screen, CureLists fixes) {
  /** The page for people. */
  public static final String PAGE = "report.html";

  /** For continuous integration. */
  public static final String JUNIT = "junit.xml";

  /** For a pull request or a ticket. */
  public static final String SUMMARY = "summary.md";

  /** Uses the screen of this process. */
  public Reports(CureLists fixes) {
    this(Screen.of(System.getenv()), fixes);
  }

  /** Writes {@code junit.xml}, {@code summary.md} and {@code report.html}, each atomically. */
  public void render(RunResult result, RunFolder folder) throws IOException {
    render(result, folder, () -> draw(result, folder));
  }

  /**
   * The same, with a page that is finished or still being rendered.
   *
   * @param page read last, so that its failure affects nothing else
   */
  public void render(RunResult result, RunFolder folder, Supplier<String> page) throws IOException {
    Document summary = new RunReport(result, fixes).summary();
    folder.write(JUNIT, new RunChecks(result).junit().render(summary));
    folder.write(SUMMARY, new MarkdownRenderer().render(summary));
    folder.write(PAGE, page.get());
  }

  /**
   * Writes the page of a committed result beside the archive of its evidence.
   *
   * @return the page
   */
  public Path page(RunResult result, Bundle bundle) throws IOException {
    Path page = bundle.place().resolveSibling(bundle.name() + ".html");
    List<String> links = List.of(bundle.name() + ".json", bundle.place().getFileName().toString());
    AtomicFile.write(page, page(result, bundle.folder(), page.resolveSibling(""), links));
    return page;
  }

  /** The page for people; nothing is written. */
  public String draw(RunResult result, RunFolder folder) {
    try {
      return page(result, folder.path(), folder.path(), List.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String page(RunResult result, Path folder, Path at, List<String> links)
      throws IOException {
    return new HtmlRenderer("faultlab, run " + result.runId())
        .render(new RunReport(result, fixes).page(folder, at, links));
  }

  /**
   * The text at the end of a run, with a link to its page if that exists.
   *
   * @param folder of the run; shown relative to the working directory if it is inside that
   * @param verbose with every table, even if they do not fit a screen
   */
  public String terminal(RunResult result, Path folder, boolean verbose) {
    Optional<Path> page = Optional.of(folder.resolve(PAGE)).filter(Files::isRegularFile);
    return terminal(result, page, verbose);
  }

  /** The same with a given page, or none. */
  public String terminal(RunResult result, Optional<Path> page, boolean verbose) {
    List<String> files = page.map(Reports::shown).map(Path::toString).stream().toList();
    return verbose
        ? new TerminalRenderer(screen, true, files).render(new RunReport(result, fixes).summary())
        : new RunSummary(result, fixes).render(screen, files);
  }

  /** A file as messages name it: relative to the working directory if it is inside that. */
  public static Path shown(Path given) {
    Path workingDirectory = Path.of("").toAbsolutePath();
    Path page = given.toAbsolutePath().normalize();
    return page.startsWith(workingDirectory) ? workingDirectory.relativize(page) : page;
  }
}
