package dev.faultlab.command;

import dev.faultlab.cure.CureLists;
import dev.faultlab.files.Trees;
import dev.faultlab.lab.LabReader;
import dev.faultlab.machine.CacheDir;
import dev.faultlab.machine.Commands;
import dev.faultlab.machine.ConsoleProgress;
import dev.faultlab.machine.LocalCommands;
import dev.faultlab.machine.Progress;
import dev.faultlab.machine.Workspace;
import dev.faultlab.report.document.Document;
import dev.faultlab.report.document.MarkdownRenderer;
import dev.faultlab.report.document.Screen;
import dev.faultlab.report.document.TerminalRenderer;
import dev.faultlab.run.Provisioning;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What every subcommand needs, created once by hand.
 *
 * @param workspace the clone and the cache
 * @param commands runs programs
 * @param progress on standard error
 * @param environment of this process
 * @param out for results only, never for progress or errors
 * @param outside folders of labs outside this repository
 */
public record Toolbox(
    Workspace workspace,
    Commands commands,
    Progress progress,
    Map<String, String> environment,
    PrintStream out,
    List<Path> outside) {

  /**
   * The toolbox of this process. The launcher sets the property {@code faultlab.root} to the clone.
   *
   * @param screen for progress
   */
  public static Toolbox ofThisProcess(
      Map<String, String> environment, List<Path> outside, PrintStream screen) {
    Path root = Path.of(System.getProperty("faultlab.root", "."));
    return new Toolbox(
        new Workspace(root, CacheDir.of(environment)),
        new LocalCommands(),
        ConsoleProgress.of(screen, environment),
        environment,
        System.out,
        outside);
  }

  /** The labs of this repository, and those outside it. */
  public LabReader labs() {
    List<Path> folders = new ArrayList<>(List.of(workspace.labs()));
    folders.addAll(outside);
    return new LabReader(folders);
  }

  /** The fixes of known faults. */
  public CureLists fixes() {
    return new CureLists(workspace.results(), labs());
  }

  /**
   * Provides what stacks are made of: images, kernels, guests.
   *
   * @param more folders that bring images, beside labs and the systems of {@code ./faultlab roll}
   */
  public Provisioning provisioning(Path... more) {
    List<Path> folders = new ArrayList<>(labs().all());
    folders.addAll(Trees.children(workspace.rolls()));
    folders.addAll(List.of(more));
    return new Provisioning(workspace, commands, progress, environment, folders);
  }

  /**
   * Prints a report for people.
   *
   * @param verbose with folded parts
   * @param files its other formats
   */
  public void print(Document report, boolean verbose, Path... files) {
    List<String> names = Stream.of(files).map(Path::toString).toList();
    out.print(new TerminalRenderer(Screen.of(environment), verbose, names).render(report));
  }

  /** Appends a report to the file whose contents GitHub shows below a job, where there is one. */
  public void summarise(Document report) throws IOException {
    String file = environment.getOrDefault("GITHUB_STEP_SUMMARY", "");
    if (!file.isEmpty()) {
      String text = new MarkdownRenderer().render(report);
      Files.writeString(Path.of(file), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
  }
}
