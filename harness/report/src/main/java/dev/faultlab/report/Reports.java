package dev.faultlab.report;

import dev.faultlab.evidence.RunFolder;
import dev.faultlab.files.AtomicFile;
import dev.faultlab.report.page.HtmlReport;
import dev.faultlab.result.Bundle;
import dev.faultlab.result.ResultJson;
import dev.faultlab.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Every form of a run's report. */
public final class Reports {
  /** The page for people. */
  public static final String PAGE = "report.html";

  /** Gives the text of a page, or throws what hindered whoever was to draw it. */
  public interface Drawing {
    String text() throws IOException;
  }

  private final Screen screen;

  /** Shows on the screen that this process has. */
  public Reports() {
    this(Screen.of(System.getenv()));
  }

  public Reports(Screen screen) {
    this.screen = screen;
  }

  /**
   * Writes {@code result.json}, {@code junit.xml}, {@code summary.md} and {@code report.html}, each
   * whole or not at all; the result first, because the others can be made from it again.
   */
  public void write(RunResult result, RunFolder folder) throws IOException {
    result(result, folder);
    render(result, folder);
  }

  /** Writes {@code result.json} alone. */
  public void result(RunResult result, RunFolder folder) throws IOException {
    folder.write(ResultJson.FILE, new ResultJson().text(result));
  }

  /** Writes everything but the result again. */
  public void render(RunResult result, RunFolder folder) throws IOException {
    render(result, folder, () -> draw(result, folder));
  }

  /**
   * The same, with the page that somebody has drawn or is still drawing.
   *
   * @param page asked last: what it throws costs nothing but the page
   */
  public void render(RunResult result, RunFolder folder, Drawing page) throws IOException {
    folder.write(JunitReport.FILE, new JunitReport().render(result));
    folder.write(MarkdownReport.FILE, new MarkdownReport().render(result));
    folder.write(PAGE, page.text());
  }

  /**
   * Writes the page of a committed result: into the folder of its evidence, or beside the archive.
   *
   * @return the page
   */
  public Path page(RunResult result, Bundle bundle) throws IOException {
    if (!bundle.isArchive()) {
      RunFolder folder = new RunFolder(bundle.folder());
      folder.write(PAGE, draw(result, folder));
      return folder.path().resolve(PAGE);
    }
    Path page = bundle.place().resolveSibling(bundle.name() + ".html");
    List<String> beside = List.of(bundle.name() + ".json", bundle.place().getFileName().toString());
    AtomicFile.write(page, new HtmlReport().render(result, bundle.folder(), beside));
    return page;
  }

  /** The page for people; nothing is written. */
  public String draw(RunResult result, RunFolder folder) throws IOException {
    return new HtmlReport().render(result, folder.path());
  }

  /**
   * What is printed at the end of a run, with its page where that is there.
   *
   * @param folder of the run; shown relative to the working directory where it lies below that
   */
  public String terminal(RunResult result, Path folder) {
    return terminal(result, Optional.of(folder.resolve(PAGE)).filter(Files::isRegularFile));
  }

  /** The same with a page that is there, or none. */
  public String terminal(RunResult result, Optional<Path> page) {
    return new TerminalReport(screen).render(result, page.map(Reports::shown).stream().toList());
  }

  private static String shown(Path given) {
    Path here = Path.of("").toAbsolutePath();
    Path page = given.toAbsolutePath().normalize();
    return (page.startsWith(here) ? here.relativize(page) : page).toString();
  }
}
